import { ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import { nativeOf } from '../chats/chat';
import type { ChatId } from '../core/ids';
import { Owned, type Disposable } from '../core/owned';
import { parseChatPageState } from '../shared/chatPageState';
import { opensTerminalWithChat } from '../workbench/settings';
import { ChatPage } from './chatPage';
import type { OpenedChat } from './openChats';
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
      const id = parseChatPageState(state)?.id;
      // A tab whose state was lost names no chat any more, and a second tab of one chat would only confuse.
      if (id === undefined || this.pages.has(id)) panel.dispose();
      else this.add(panel, id);
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

  private async open({ id, hasTerminal }: OpenedChat): Promise<void> {
    const shown = this.pages.get(id);
    if (shown !== undefined) return shown.reveal();
    const page = this.add(window.createWebviewPanel(viewType, '', ViewColumn.Active), id);
    const chat = hasTerminal ? undefined : this.services.chats.chat(id);
    if (chat !== undefined && nativeOf(chat) !== undefined && workspace.isTrusted && opensTerminalWithChat()) await page.openAgent();
  }

  /** As VS Code does with a file that is deleted. Chats that are not named may be unknown for another reason. */
  private closeDeleted(ids: readonly ChatId[]): void {
    const { chats } = this.services;
    for (const id of ids) if (chats.chat(id) === undefined) this.pages.get(id)?.close();
  }

  private add(panel: WebviewPanel, id: ChatId): ChatPage {
    const page = new ChatPage(this.services, panel, id);
    this.pages.set(id, page);
    panel.onDidDispose(() => {
      page.dispose();
      this.pages.delete(id);
    });
    return page;
  }
}
