import { type Event, Emitter } from '../core/events';
import { type ChatId, parseChatId, type ProjectId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import { type AgentId, parseSessionKey, type SessionKey } from '../shared/agentId';
import type { Mended } from '../store/mend';
import type { StoreCode, StoreFailure, WriteName, WriteParams, Writes } from '../store/operations';
import type { Chat, TerminalEnd } from '../store/rows';
import type { Store } from '../store/store';
import { nativeOf } from './chat';
import { keptTitle } from './chatTitle';
import { childrenFirst, pathTo } from './chatTree';

/** A native session for which a chat is wanted. Times are as the agent recorded them, in milliseconds since 1970. */
export interface NativeSession {
  readonly key: SessionKey;
  readonly title: string;
  readonly folder: string | null;
  readonly createdAt: number | null;
  readonly activeAt: number | null;
}

export type ChatsState = 'loading' | 'ready' | 'failed';
export type ChangeCode = StoreCode | 'chat_missing';
export type RemoveCode = ChangeCode | 'not_stopped' | 'chat_has_children';
export type LinkCode = ChangeCode | 'another_agent_linked' | 'native_id_taken' | 'another_session_linked' | 'no_agent_linked';

/**
 * The chats of all projects. What is in the store is known here by heart, so that views need not wait; every wish is saved
 * first and heard of after, also in the other windows.
 */
export class Chats implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<readonly ChatId[]>());
  /** Chats came, went or are others now; none named: all may be. */
  readonly onDidChange: Event<readonly ChatId[]> = this.changed.event;
  private readonly found = this.own.add(new Emitter<StoreFailure>());
  readonly onDidFindProblem: Event<StoreFailure> = this.found.event;
  private known: ReadonlyMap<ChatId, Chat> = new Map();
  private natives: ReadonlyMap<SessionKey, ChatId> = new Map();
  private condition: ChatsState = 'loading';
  private failure: StoreFailure | undefined;
  private started: Promise<void> | undefined;
  /** Reads happen one after the other: the later one's answer is the newer. */
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: {
      store: Pick<Store, 'read' | 'write' | 'mend' | 'onDidChange' | 'onDidFindProblem' | 'onDidReplace'>;
      now: () => number;
      /** Ends what runs for a chat. The detail of a failure says why it could not. */
      teardown: (chat: Chat) => Promise<Result<null, 'not_stopped'>>;
      /** Removes the folder of a root chat that has one of its own, as far as it can be removed. */
      removeFolder: (root: Chat) => Promise<void>;
      log: (line: string) => void;
    },
  ) {
    this.own.add(deps.store.onDidChange((changes) => this.follow(changes)));
    this.own.add(deps.store.onDidFindProblem((problem) => this.find(problem)));
    this.own.add(deps.store.onDidReplace(() => this.started !== undefined && void this.retry()));
  }

  get state(): ChatsState {
    return this.condition;
  }

  /** What keeps chats from being read or changed. Some may be known even so. */
  get problem(): StoreFailure | undefined {
    return this.failure;
  }

  /** Begins to read; settles when the chats are known, or why not. */
  start(): Promise<void> {
    return (this.started ??= this.readAll());
  }

  /** Reads everything again, after a failure. */
  async retry(): Promise<void> {
    this.failure = undefined;
    this.started = this.readAll();
    await this.started;
  }

  /** Goes on with what is sound after damage. What was left out is answered by number, and told to all windows like a change. */
  async mend(): Promise<Result<Mended, StoreCode>> {
    const mended = await this.deps.store.mend();
    if (mended.ok) await this.retry();
    return mended;
  }

  all(): readonly Chat[] {
    return [...this.known.values()];
  }

  of(project: ProjectId): readonly Chat[] {
    return this.all().filter((chat) => chat.project === project);
  }

  chat(id: ChatId): Chat | undefined {
    return this.known.get(id);
  }

  /** The chat that stands for a native session, archived or not. */
  ofNative(key: SessionKey): Chat | undefined {
    const id = this.natives.get(key);
    return id === undefined ? undefined : this.known.get(id);
  }

  /** From the root chat down to `id`. */
  path(id: ChatId): readonly Chat[] {
    return pathTo(id, (one) => this.known.get(one));
  }

  create(project: ProjectId): Promise<Result<Chat, StoreCode | 'project_missing' | 'chat_missing'>> {
    return this.write('createChat', { project, now: this.deps.now() });
  }

  /** The chat of a native session, made when there is none. It has the session's times and folder. */
  adopt(project: ProjectId, { key, title, folder, createdAt, activeAt }: NativeSession): Promise<Result<Chat, StoreCode | 'project_missing' | 'chat_missing'>> {
    const now = this.deps.now();
    const { agent, id } = parseSessionKey(key) as { agent: AgentId; id: string };
    const times = { createdAt: createdAt ?? activeAt ?? now, activeAt: activeAt ?? createdAt ?? now };
    return this.write('chatForNative', { project, agent, nativeId: id, title: keptTitle(title) || null, cwd: folder, ...times, now });
  }

  /** A chat for a session that `agent` is about to begin. */
  async begin(project: ProjectId, agent: AgentId): Promise<Result<Chat, LinkCode | 'project_missing'>> {
    const made = await this.create(project);
    if (!made.ok) return made;
    const linked = await this.link(made.value.id, agent);
    return linked.ok ? made : linked;
  }

  /** Takes over the title that the chat's agent gives its session. One by the person stays. */
  followTitle(id: ChatId, title: string): Promise<Result<null, ChangeCode>> {
    return this.write('renameChat', { id, title: keptTitle(title) || null, byPerson: false });
  }

  /** An empty title is none. */
  rename(id: ChatId, title: string): Promise<Result<null, ChangeCode>> {
    return this.write('renameChat', { id, title: keptTitle(title) || null, byPerson: true });
  }

  setPinned(ids: readonly ChatId[], isPinned: boolean): Promise<Result<null, ChangeCode>> {
    return each(ids, (id) => this.write('setPinned', { id, isPinned }));
  }

  setArchived(ids: readonly ChatId[], isArchived: boolean): Promise<Result<null, ChangeCode>> {
    const archivedAt = isArchived ? this.deps.now() : null;
    return each(ids, (id) => this.write('setArchived', { id, archivedAt }));
  }

  setUnread(ids: readonly ChatId[], isUnread: boolean): Promise<Result<null, ChangeCode>> {
    return each(ids, (id) => this.write('setUnread', { id, isUnread }));
  }

  /** Notes that something happened in the chat. */
  touch(id: ChatId, at: number): Promise<Result<null, ChangeCode>> {
    return this.write('touchChat', { id, now: at });
  }

  /** Notes how the chat's terminal does; `null` while it runs. */
  async setTerminalEnd(id: ChatId, end: TerminalEnd | null): Promise<Result<null, ChangeCode>> {
    await this.start();
    return this.chat(id)?.terminalEnd === end ? ok(null) : this.write('setTerminalEnd', { id, end });
  }

  /** Links an agent, and leaves open which of its sessions it will be. The same agent again is a success. */
  link(id: ChatId, agent: AgentId): Promise<Result<null, LinkCode>> {
    return this.write('linkChat', { id, agent, nativeId: null, now: this.deps.now() });
  }

  /** Saves which session the chat's agent began for it. */
  setNativeId(id: ChatId, nativeId: string): Promise<Result<null, LinkCode>> {
    return this.write('setNativeId', { id, nativeId, now: this.deps.now() });
  }

  /**
   * Ends what runs for the chat and all below it, then deletes them, children first. When something can't be ended,
   * everything stays in place.
   */
  async remove(id: ChatId): Promise<Result<null, RemoveCode>> {
    // Asked anew: another window may just have added a child.
    const chats = await this.deps.store.read('chats', {});
    if (!chats.ok) return chats;
    const rows = new Map(chats.value.map((chat) => [chat.id, chat]));
    const doomed = childrenFirst(id, chats.value).flatMap((one) => rows.get(one) ?? []);
    if (doomed.length === 0) return fail('chat_missing', id);
    for (const chat of doomed) {
      const stopped = await this.deps.teardown(chat);
      if (!stopped.ok) return stopped;
    }
    for (const chat of doomed) {
      const removed = await this.write('deleteChat', { id: chat.id });
      // Another window was quicker: what was wanted has happened.
      if (!removed.ok && removed.code !== 'chat_missing') return removed;
    }
    for (const chat of doomed) if (chat.parent === null) await this.deps.removeFolder(chat);
    return ok(null);
  }

  /** The chat in which the person last was in a project. */
  async place(project: ProjectId): Promise<ChatId | undefined> {
    const place = await this.deps.store.read('place', { scope: project });
    return place.ok ? parseChatId(place.value) : undefined;
  }

  async setPlace(project: ProjectId, id: ChatId): Promise<void> {
    const saved = await this.write('setPlace', { scope: project, value: id });
    if (!saved.ok) this.deps.log(`remembering the last chat: ${saved.code} ${saved.detail}`);
  }

  dispose(): void {
    this.own.dispose();
  }

  /** When it settles, what was written is known here, too. */
  private async write<K extends WriteName>(name: K, params: WriteParams<K>): Promise<ReturnType<Writes[K]> | StoreFailure> {
    const answer = await this.deps.store.write(name, params);
    await this.reading;
    return answer;
  }

  private follow(changes: readonly { readonly kind: string; readonly id: string }[]): void {
    if (this.started === undefined) return;
    const ids = changes.filter(({ kind }) => kind === 'chat').flatMap(({ id }) => parseChatId(id) ?? []);
    if (ids.length > 0) this.reading = this.reading.then(() => this.readSome(ids));
  }

  private find(problem: StoreFailure): void {
    this.failure = problem;
    this.found.fire(problem);
    this.changed.fire([]);
  }

  private readAll(): Promise<void> {
    this.reading = this.reading.then(async () => {
      const chats = await this.deps.store.read('chats', {});
      this.condition = chats.ok ? 'ready' : 'failed';
      if (!chats.ok) this.failure = chats;
      else this.know(new Map(chats.value.map((chat) => [chat.id, chat])));
      this.changed.fire([]);
    });
    return this.reading;
  }

  private async readSome(ids: readonly ChatId[]): Promise<void> {
    const known = new Map(this.known);
    for (const id of ids) {
      const chat = await this.deps.store.read('chat', { id });
      if (!chat.ok) {
        this.failure = chat;
        break;
      }
      if (chat.value === undefined) known.delete(id);
      else known.set(id, chat.value);
    }
    this.know(known);
    this.changed.fire(ids);
  }

  private know(known: ReadonlyMap<ChatId, Chat>): void {
    this.known = known;
    this.natives = new Map([...known.values()].flatMap((chat) => (nativeOf(chat) === undefined ? [] : [[nativeOf(chat) as SessionKey, chat.id]])));
  }
}

/** All of them at once, which the store saves together; answers the first failure. */
async function each<Code extends string>(ids: readonly ChatId[], write: (id: ChatId) => Promise<Result<null, Code>>): Promise<Result<null, Code>> {
  const results = await Promise.all(ids.map(write));
  return results.find((result) => !result.ok) ?? ok(null);
}
