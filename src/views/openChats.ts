import { commands, l10n, window } from 'vscode';
import { nativeOf } from '../chats/chat';
import type { Chats } from '../chats/chats';
import { type Event, Emitter } from '../core/events';
import type { ChatId } from '../core/ids';

/** Which chat this window is at. */
export class OpenChats {
  private readonly opened = new Emitter<ChatId>();
  /** The person went to a chat. */
  readonly onDidOpen: Event<ChatId> = this.opened.event;
  private at: ChatId | undefined;

  constructor(private readonly deps: { chats: Chats }) {}

  get current(): ChatId | undefined {
    return this.at;
  }

  /** Goes to a chat. It counts as read from then on, and as the last one in its project; its times stay. */
  async open(id: ChatId): Promise<void> {
    const { chats } = this.deps;
    await chats.start();
    const chat = chats.chat(id);
    if (chat === undefined) {
      void window.showWarningMessage(l10n.t('There is no chat {0} any more.', id));
      return;
    }
    this.at = id;
    this.opened.fire(id);
    await this.show(id);
    if (chat.isUnread) await chats.setUnread([id], false);
    await chats.setPlace(chat.project, id);
  }

  private async show(id: ChatId): Promise<void> {
    const chat = this.deps.chats.chat(id);
    const key = chat && nativeOf(chat);
    if (key === undefined) await commands.executeCommand('localix.openChatTerminal', id);
    else await commands.executeCommand('localix.openTranscript', key);
  }
}
