import { ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import { nativeOf } from '../chats/chat';
import type { ChatId } from '../core/ids';
import { Owned, type Disposable } from '../core/owned';
import { parseChatPageState, type ChatPageState } from '../shared/chatPageState';
import { opensTerminalWithChat } from '../workbench/settings';
import { ChatPage } from './chatPage';
import type { ChatFocus, OpenedChat } from './openChats';
import type { Services } from './services';

const viewType = 'localix.chat';

/** The open chats: one tab each, back again after a reload of the window. */
export function registerChatPages(services: Services): Disposable {
  return new ChatPages(services);
}

class ChatPages implements Disposable {
  private readonly own = new Owned();
  private readonly pages = new Map<ChatId, ChatPage>();

  constructor(private readonly services: Services) {
    const deserializeWebviewPanel = (panel: WebviewPanel, state: unknown): Promise<void> => {
      const kept = parseChatPageState(state);
      // A tab whose state was lost names no chat any more, and a second tab of one chat would only confuse.
      if (kept === undefined || this.pages.has(kept.id)) panel.dispose();
      else this.add(panel, kept);
      return Promise.resolve();
    };
    this.own.add(window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel }));
    this.own.add(services.chats.onDidChange((ids) => this.closeDeleted(ids)));
    this.own.add(services.openChats.onDidOpen((opened) => void this.open(opened)));
    this.own.add({ dispose: () => this.pages.forEach((page) => page.dispose()) });
  }

  dispose(): void {
    this.own.dispose();
  }

  private async open({ id, focus, hasTerminal }: OpenedChat): Promise<void> {
    const shown = this.pages.get(id);
    if (shown !== undefined) return shown.reveal(focus);
    const panel = window.createWebviewPanel(viewType, '', { viewColumn: ViewColumn.Active, preserveFocus: focus === 'list' });
    const page = this.add(panel, { id, conversation: null }, focus);
    const chat = hasTerminal ? undefined : this.services.chats.chat(id);
    if (chat !== undefined && nativeOf(chat) !== undefined && workspace.isTrusted && opensTerminalWithChat()) await page.openAgent(focus === 'list' ? 'shown' : 'front');
  }

  /** As VS Code does with a file that is deleted. Chats that are not named may be unknown for another reason. */
  private closeDeleted(ids: readonly ChatId[]): void {
    const { chats } = this.services;
    for (const id of ids) if (chats.chat(id) === undefined) this.pages.get(id)?.close();
  }

  private add(panel: WebviewPanel, state: ChatPageState, focus: ChatFocus = 'page'): ChatPage {
    const page = new ChatPage(this.services, panel, state, focus);
    this.pages.set(state.id, page);
    panel.onDidDispose(() => {
      page.dispose();
      this.pages.delete(state.id);
    });
    return page;
  }
}
