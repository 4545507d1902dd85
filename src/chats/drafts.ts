import type { Disposable } from '../core/owned';
import type { ChatId } from '../core/ids';
import { draftLimit } from '../shared/chatContract';

/** Milliseconds of quiet after which a draft is saved. */
const saveDelay = 400;

/** Texts that were typed and not sent. */
export class Drafts implements Disposable {
  private readonly texts = new Map<ChatId, string>();
  private readonly unsaved = new Map<ChatId, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly deps: {
      /** The saved draft; empty where there is none. */
      read: (chat: ChatId) => Promise<string>;
      /** Answers whether it was saved. Keeps the most recent ones only; an empty text is none. */
      save: (chat: ChatId, text: string) => Promise<boolean>;
    },
  ) {}

  async get(chat: ChatId): Promise<string> {
    return this.texts.get(chat) ?? this.deps.read(chat);
  }

  set(chat: ChatId, text: string): void {
    this.texts.set(chat, text);
    clearTimeout(this.unsaved.get(chat));
    this.unsaved.delete(chat);
    if (text.length <= draftLimit) this.unsaved.set(chat, setTimeout(() => void this.save(chat), saveDelay));
  }

  /** Saves what still waits: before a page or the window goes. */
  async flush(): Promise<void> {
    await Promise.all([...this.unsaved.keys()].map((chat) => this.save(chat)));
  }

  dispose(): void {
    for (const timer of this.unsaved.values()) clearTimeout(timer);
  }

  private async save(chat: ChatId): Promise<void> {
    clearTimeout(this.unsaved.get(chat));
    this.unsaved.delete(chat);
    const text = this.texts.get(chat) ?? '';
    const saved = await this.deps.save(chat, text);
    // Asked for again from the store, where another window may have gone on with it.
    if (saved && this.texts.get(chat) === text && !this.unsaved.has(chat)) this.texts.delete(chat);
  }
}
