import type { Chats } from '../chats/chats';
import { type ChatId, parseChatId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import type { Chat } from '../store/rows';
import type { Terminals } from './terminals';

/** Keeps the titles of chats' terminals those of the chats, also of the terminals that an earlier window began. */
export class TabTitles implements Disposable {
  private readonly own = new Owned();

  constructor(
    private readonly deps: {
      terminals: Pick<Terminals, 'onDidAttach' | 'retitle'>;
      chats: Pick<Chats, 'start' | 'all' | 'chat' | 'onDidChange'>;
      titleOf: (chat: Chat) => string;
    },
  ) {
    const { terminals, chats } = deps;
    this.own.add(chats.onDidChange((ids) => this.retitle(ids.length === 0 ? chats.all() : ids.flatMap((id) => chats.chat(id) ?? []))));
    this.own.add(terminals.onDidAttach(({ request }) => void this.greet(parseChatId(request.key))));
  }

  dispose(): void {
    this.own.dispose();
  }

  private async greet(id: ChatId | undefined): Promise<void> {
    if (id === undefined) return;
    await this.deps.chats.start();
    const chat = this.deps.chats.chat(id);
    if (chat !== undefined) this.retitle([chat]);
  }

  private retitle(chats: readonly Chat[]): void {
    for (const chat of chats) this.deps.terminals.retitle(chat.id, this.deps.titleOf(chat));
  }
}
