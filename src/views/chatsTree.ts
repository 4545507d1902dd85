import { window, type TreeDataProvider } from 'vscode';
import type { Disposable } from '../core/owned';

/** Localix's own chats. There are none yet: the manifest's welcome text shows. */
export function registerChatsTree(): Disposable {
  const none: TreeDataProvider<never> = { getChildren: () => [], getTreeItem: (item) => item };
  return window.createTreeView('localix.chats', { treeDataProvider: none });
}
