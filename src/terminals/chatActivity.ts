import { nativeOf } from '../chats/chat';
import type { Chats } from '../chats/chats';
import { type Event, Emitter } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import type { ExternalSessions } from '../external/externalSessions';
import type { Session } from '../external/session';
import { activityOf } from '../external/session';
import type { SessionKey } from '../shared/agentId';
import type { Chat } from '../store/rows';

/** Milliseconds after the last record of a running session for which its agent counts as working. */
const workPause = 10_000;

/** What the native sessions behind chats are doing, from their agents' own records. */
export class ChatActivity implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly working = new Map<SessionKey, ReturnType<typeof setTimeout>>();
  private isReading = false;

  constructor(
    private readonly deps: {
      chats: Pick<Chats, 'all' | 'ofNative' | 'onDidChange'>;
      external: Pick<ExternalSessions, 'get' | 'find' | 'onDidChange' | 'onDidChangeTranscript'>;
    },
  ) {
    const { chats, external } = deps;
    this.own.add(chats.onDidChange(() => this.read()));
    this.own.add(external.onDidChange(() => this.changed.fire()));
    this.own.add(external.onDidChangeTranscript((key) => this.recorded(key)));
    this.own.add({ dispose: () => this.working.forEach((timer) => clearTimeout(timer)) });
  }

  /** Running: a process of the agent has the session open. Working: it also records something. */
  of(chat: Chat): { readonly isRunning: boolean; readonly isWorking: boolean } {
    const key = nativeOf(chat);
    const isRunning = this.sessionOf(chat)?.running ?? false;
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

  private recorded(key: SessionKey): void {
    if (this.deps.chats.ofNative(key) === undefined) return;
    clearTimeout(this.working.get(key));
    this.working.set(key, setTimeout(() => this.rested(key), workPause));
    this.changed.fire();
  }

  private rested(key: SessionKey): void {
    this.working.delete(key);
    this.changed.fire();
  }
}
