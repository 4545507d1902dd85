import { commands } from 'vscode';
import type { Disposable } from '../core/owned';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

type Tab = 'chats' | 'external';

const remembered = 'tab';

/** The two tabs of the sidebar: two trees of which the manifest shows the one that `localix.tab` names. */
export function registerTabs(services: Services): Disposable {
  const select = (tab: Tab): Thenable<unknown> => commands.executeCommand('setContext', 'localix.tab', tab);
  const show = async (tab: Tab): Promise<void> => {
    await select(tab);
    await commands.executeCommand(`localix.${tab}.focus`);
    await services.memory.update(remembered, tab);
  };
  // Not remembered here: only what a person chose is, and another window may choose meanwhile.
  void select(services.memory.get<string>(remembered) === 'external' ? 'external' : 'chats');
  return registerCommands(services, {
    'localix.showChats': () => show('chats'),
    'localix.showExternal': () => show('external'),
  });
}
