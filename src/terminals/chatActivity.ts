import { nativeOf } from '../chats/chat';
import type { Chats } from '../chats/chats';
import { keptTitle } from '../chats/chatTitle';
import { type Event, Emitter } from '../core/events';
import type { ChatId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import type { ExternalSessions } from '../external/externalSessions';
import type { Session } from '../external/session';
import { activityOf } from '../external/session';
import type { SessionKey } from '../shared/agentId';
import type { Chat } from '../store/rows';
import type { Terminals } from './terminals';

/** Milliseconds after the last record of a running session for which its agent counts as working. */
const workPause = 10_000;

/** What the native sessions behind chats are doing, from their agents' own records. */
export class ChatActivity implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly working = new Map<SessionKey, ReturnType<typeof setTimeout>>();
  private isReading = false;
  /** The title last taken over from a chat's session. */
  private readonly titles = new Map<ChatId, string>();

  constructor(
    private readonly deps: {
      chats: Pick<Chats, 'all' | 'ofNative' | 'onDidChange' | 'followTitle' | 'touch'>;
      external: Pick<ExternalSessions, 'get' | 'find' | 'onDidChange' | 'onDidChangeTranscript'>;
      terminals: Pick<Terminals, 'isLiveHere' | 'onDidHear'>;
    },
  ) {
    const { chats, external, terminals } = deps;
    this.own.add(chats.onDidChange(() => this.read()));
    this.own.add(external.onDidChange(() => this.follow()));
    this.own.add(terminals.onDidHear(() => this.changed.fire()));
    this.own.add(external.onDidChangeTranscript((key) => this.recorded(key)));
    this.own.add({ dispose: () => this.working.forEach((timer) => clearTimeout(timer)) });
  }

  /** Running: a process of the agent has the session open, or runs in the chat's terminal: not every agent leaves a sign of it. Working: it also records something. */
  of(chat: Chat): { readonly isRunning: boolean; readonly isWorking: boolean } {
    const key = nativeOf(chat);
    const isRunning = this.sessionOf(chat)?.running === true || this.deps.terminals.isLiveHere(chat.id);
    return { isRunning, isWorking: isRunning && key !== undefined && this.working.has(key) };
  }

  /** When something last happened in the chat or in its session, in milliseconds since 1970. */
  lastOf(chat: Chat): number {
    const session = this.sessionOf(chat);
    const recorded = session === undefined ? null : activityOf(session);
    return recorded === null ? chat.activeAt : Math.max(chat.activeAt, Date.parse(recorded));
  }

  dispose(): void {
    this.own.dispose();
  }

  private sessionOf(chat: Chat): Session | undefined {
    const key = nativeOf(chat);
    return key === undefined ? undefined : this.deps.external.get(key);
  }

  /** The histories are read once there is a chat that they tell of. */
  private read(): void {
    const linked = this.isReading ? undefined : this.deps.chats.all().map(nativeOf).find((key) => key !== undefined);
    if (linked === undefined) return;
    this.isReading = true;
    void this.deps.external.find(linked);
  }

  /** An agent gives its session a title some time after it began, and another one later. */
  private follow(): void {
    for (const chat of this.deps.chats.all()) {
      const title = keptTitle(this.sessionOf(chat)?.record.title ?? '');
      if (title === '' || chat.isTitledByPerson || title === chat.title || this.titles.get(chat.id) === title) continue;
      this.titles.set(chat.id, title);
      void this.deps.chats.followTitle(chat.id, title);
    }
    this.changed.fire();
  }

  private recorded(key: SessionKey): void {
    if (this.deps.chats.ofNative(key) === undefined) return;
    clearTimeout(this.working.get(key));
    this.working.set(key, setTimeout(() => this.rested(key), workPause));
    this.changed.fire();
  }

  private rested(key: SessionKey): void {
    this.working.delete(key);
    const chat = this.deps.chats.ofNative(key);
    // Kept, so that the next start has the order before it has read the histories.
    if (chat !== undefined) void this.deps.chats.touch(chat.id, this.lastOf(chat));
    this.changed.fire();
  }
}
