import { randomUUID } from 'node:crypto';
import type { AgentProgram, Evidence, Features, FoundSession, Place, SessionRecord } from '../agents/agent';
import { Coalesced } from '../core/async';
import { type Event, Emitter } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import { comparable, isWithin } from '../platform/folders';
import { type AgentId, agentNames, type KeyParts, parseKey, sessionKey, type SessionKey } from '../shared/agentId';
import { type EntryText, type HistoryCursor, type HistoryReply, noSession } from '../shared/history';
import { type PageEvent, type TranscriptHead, transcriptLimits, type TranscriptMatches, type TranscriptWindow } from '../shared/transcriptContract';
import type { Operations } from '../workers/operations';
import type { HistoryFailure } from '../workers/histories';
import type { TranscriptFailure } from '../workers/transcripts';
import type { Watcher } from '../workers/watcher';
import type { AgentIndex } from './agentIndex';
import type { Folders } from './arrange';
import type { Installations } from './installations';
import type { NotShown } from './join';
import { byActivity, type Session } from './session';
import { SessionIndex } from './sessionIndex';

/** Everything that was found of one agent. */
export interface FoundByAgent {
  readonly agent: AgentId;
  readonly found: readonly FoundSession[];
  /** What is known of some of the sessions, and the comparable form of each recorded folder. */
  rows(some: readonly FoundSession[]): Promise<{ readonly records: readonly SessionRecord[]; readonly folders: Readonly<Record<string, string>> }>;
}

export type ListState = 'loading' | 'ready' | 'failed';

/** One folder's part of the history. */
export interface Listing {
  readonly state: ListState;
  /** Newest activity first. */
  readonly sessions: readonly Session[];
  /** Found for this folder, or of unknown folder, and no row. */
  readonly notShown: readonly NotShown[];
  /** Why the last scan failed, when it did; the sessions are then those of the scan before. */
  readonly failure: string | null;
}

/** How long changes on disk are gathered before they are read, in milliseconds. */
const gather = 80;
/** How long changes are gathered before the index is written, in milliseconds: it is written whole each time. */
const saveDelay = 3000;

/** The native sessions of all agents, kept current while anyone looks. Reading happens in `operations`. */
export class ExternalSessions implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  private readonly changedTranscript = this.own.add(new Emitter<SessionKey>());
  readonly onDidChange: Event<void> = this.changed.event;
  /** The files of a session changed. */
  readonly onDidChangeTranscript: Event<SessionKey> = this.changedTranscript.event;

  private readonly index: SessionIndex;
  private readonly indexes: readonly AgentIndex[];
  private readonly refreshers = new Map<AgentId, Coalesced>();
  private readonly roots = new Map<string, string>();
  private readonly revisions = new Map<SessionKey, string>();
  private installed = new Map<AgentId, Features>();
  private sessions = new Map<SessionKey, Session>();
  private notShown: readonly NotShown[] = [];
  private readonly failures = new Map<AgentId, string>();
  private started: Promise<void> | undefined;
  /** Whether the first scan has ended. */
  private scanned = false;
  private readonly save = this.own.add(new Coalesced(saveDelay, () => this.index.save()));

  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      operations: Operations;
      installations: Installations;
      place: Place;
      /** The machine, where it is another: its name is in every key. */
      host?: string;
      watcher: Watcher;
      /** Where a session is read that is no longer in its agent's history. */
      fallback?: (key: SessionKey) => Place | undefined;
      /** Where what is known is kept between starts. */
      indexFile: string;
      log: (line: string) => void;
    },
  ) {
    const { agents, operations, place, indexFile: file } = deps;
    this.index = new SessionIndex({ agents, operations, place, file, depth: 'ends', log: (line) => this.log(line) });
    this.indexes = this.index.agents;
  }

  /** The rows of `folder` and its subfolders as known now. The first call begins to read and to watch. */
  listing(folder: string): Listing {
    void this.start();
    const root = this.roots.get(folder);
    if (root === undefined) void this.resolveRoot(folder);
    const known = this.scanned || this.indexes.some((index) => index.known);
    if (!known || root === undefined) return { state: 'loading', sessions: [], notShown: [], failure: null };
    const belongs = (recorded: string | null): boolean => recorded !== null && isWithin(root, this.comparableOf(recorded));
    const sessions = [...this.sessions.values()].filter(({ record }) => belongs(record.folder));
    const [failure = null] = this.failures.values();
    return {
      state: failure === null ? 'ready' : 'failed',
      sessions: sessions.sort(byActivity),
      notShown: this.notShown.filter(({ folder: recorded }) => recorded === null || belongs(recorded)),
      failure,
    };
  }

  /** By what the folders of the listing of `folder` are compared. */
  foldersOf(folder: string): Folders {
    return { opened: folder, root: this.roots.get(folder) ?? folder, comparableOf: (recorded) => this.comparableOf(recorded) };
  }

  /** The session as known now. */
  get(key: SessionKey): Session | undefined {
    return this.sessions.get(key);
  }

  /** As `get`; when it isn't known yet, after the first scan. */
  async find(key: SessionKey): Promise<Session | undefined> {
    if (!this.sessions.has(key)) await this.start();
    return this.sessions.get(key);
  }

  /** As `get`, after another look at the agent's history: what is known may be a moment older than the disk. */
  async current(key: SessionKey): Promise<Session | undefined> {
    const agent = this.parse(key)?.agent;
    if (agent !== undefined) await this.reread(agent);
    return this.sessions.get(key);
  }

  /** Looks at the agent's history again. */
  async reread(id: AgentId): Promise<void> {
    await this.start();
    const index = this.indexes.find(({ agent }) => agent.id === id);
    if (index !== undefined) await this.refreshAgent(index);
  }

  /** What is known of process `pid`, which `agent` was started as in `folder`. */
  evidence(agent: AgentId, pid: number, folder: string): Promise<Evidence> {
    return this.deps.operations.evidence({ agent, place: this.deps.place, pid, folder });
  }

  /** Asks anew which agents are installed, and reads what changed. */
  async refresh(): Promise<void> {
    if (this.started === undefined) return this.start();
    await this.readInstallations(this.deps.installations.refresh());
    await Promise.all(this.indexes.map((index) => this.refreshAgent(index)));
  }

  /** What the page shows around the events of a part. Reads this session alone: it does not wait for the list. */
  async head(key: SessionKey, part: number | null, branches: readonly string[]): Promise<Result<TranscriptHead, TranscriptFailure>> {
    const address = this.addressOf(key, part);
    if (address === undefined) return fail('session_missing', key);
    void this.start();
    const opened = await this.deps.operations.transcript({ ...address, branches });
    if (!opened.ok) return opened;
    const { record, rows: total, running, revision, way, isCurrent, part: shown, omissions, unknownTypes } = opened.value;
    this.revisions.set(key, revision);
    const { title, folder, branch, models, createdAt, lastActivityAt, messageCount } = record;
    const { agent } = address;
    return ok({
      key, agent, agentName: agentNames[agent],
      title, branch, models, createdAt, lastActivityAt, messageCount,
      // As ssh and its kin write a path on a host.
      folder: folder === null || this.deps.host === undefined ? folder : `${this.deps.host}:${folder}`,
      total, isCurrent, running, revision: revisionOf(revision, way), part: shown, omissions, unknownTypes,
    });
  }

  /** At most `transcriptLimits.window` rows from row `from`, texts cut to `transcriptLimits.text`. */
  async window(
    key: SessionKey,
    { part, branches, from, count }: { part: number | null; branches: readonly string[]; from: number; count: number },
  ): Promise<Result<TranscriptWindow, TranscriptFailure>> {
    const address = this.addressOf(key, part);
    if (address === undefined) return fail('session_missing', key);
    const window = await this.deps.operations.window({ ...address, branches, from, count: boundedCount(count), limit: transcriptLimits.text });
    if (!window.ok) return window;
    const { way, revision, ...rows } = window.value;
    return ok({ ...rows, revision: revisionOf(revision, way) });
  }

  /** One event with its texts, cut as the contract says. */
  event(key: SessionKey, part: number | null, position: number, whole: boolean): Promise<Result<PageEvent, TranscriptFailure | 'event_missing'>> {
    const address = this.addressOf(key, part);
    if (address === undefined) return Promise.resolve(fail('session_missing', key));
    return this.deps.operations.event({ ...address, position, limit: whole ? transcriptLimits.whole : transcriptLimits.text });
  }

  pictures(key: SessionKey, part: number | null, position: number): Promise<Result<readonly string[], TranscriptFailure | 'event_missing'>> {
    const address = this.addressOf(key, part);
    if (address === undefined) return Promise.resolve(fail('session_missing', key));
    return this.deps.operations.pictures({ ...address, position });
  }

  search(key: SessionKey, part: number | null, branches: readonly string[], text: string): Promise<Result<TranscriptMatches, TranscriptFailure>> {
    const address = this.addressOf(key, part);
    if (address === undefined) return Promise.resolve(fail('session_missing', key));
    return this.deps.operations.search({ ...address, branches, text });
  }

  /** What is new in the session's history since `cursor`. */
  async history(key: SessionKey, cursor: HistoryCursor | null): Promise<Result<HistoryReply, HistoryFailure>> {
    const address = this.addressOf(key, null);
    if (address === undefined) return ok(noSession(key, randomUUID()));
    const reply = await this.deps.operations.history({ ...address, history_version: 2, cursor });
    return reply.ok ? ok({ ...reply.value, key }) : reply;
  }

  historyEntry(key: SessionKey, id: string): Promise<Result<EntryText, HistoryFailure | 'entry_gone'>> {
    const address = this.addressOf(key, null);
    if (address === undefined) return Promise.resolve(fail('entry_gone', id));
    return this.deps.operations.historyEntry({ ...address, entry_id: id });
  }

  /** All that is found of the installed agents, once it has been looked for, with what was read of it. */
  async foundSessions(): Promise<readonly FoundByAgent[]> {
    await this.start();
    const installed = this.indexes.filter(({ agent }) => this.installed.has(agent.id));
    return installed.map((index) => ({
      agent: index.agent.id,
      found: index.sessions,
      rows: (some) => Promise.resolve({ records: index.recordsOf(some), folders: Object.fromEntries(index.folders) }),
    }));
  }

  /** Where each agent's history is looked for, to tell a person who finds nothing. */
  historyRoots(): readonly { agent: AgentId; paths: readonly string[] }[] {
    return this.deps.agents.map((agent) => ({
      agent: agent.id,
      paths: agent.roots(this.deps.place).filter((root) => root.shown).map((root) => root.path),
    }));
  }

  private addressOf(key: SessionKey, part: number | null): { agent: AgentId; place: Place; id: string; part: number | null; revision: string } | undefined {
    const parsed = this.parse(key);
    if (parsed === undefined || !this.deps.agents.some((agent) => agent.id === parsed.agent)) return undefined;
    const place = (this.sessions.has(key) ? undefined : this.deps.fallback?.(key)) ?? this.deps.place;
    return { ...parsed, place, part, revision: this.revisions.get(key) ?? '' };
  }

  /** Whether all there is has been read once. */
  get isRead(): boolean {
    return this.scanned;
  }

  /** The parts of a key of this machine. */
  private parse(key: SessionKey): KeyParts | undefined {
    const parts = parseKey(key);
    return parts?.host === this.deps.host && parts !== undefined ? { agent: parts.agent, id: parts.id } : undefined;
  }

  private start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  private async begin(): Promise<void> {
    this.own.add(this.deps.installations.onDidChange(() => void this.readInstallations(this.deps.installations.list())));
    this.watch();
    await Promise.all([this.index.restore(), this.readInstallations(this.deps.installations.list())]);
    this.rejoin();
    await Promise.all(this.indexes.map((index) => this.refreshAgent(index)));
    this.scanned = true;
    this.changed.fire();
    // At once: a window that opens next reads nothing again.
    await this.index.save();
  }

  private watch(): void {
    for (const index of this.indexes) {
      const { agent } = index;
      const refresher = this.own.add(new Coalesced(gather, () => this.refreshAgent(index)));
      this.refreshers.set(agent.id, refresher);
      for (const root of agent.roots(this.deps.place)) {
        this.deps.watcher.watch(root, () => refresher.request());
      }
    }
  }

  private async readInstallations(listing: Promise<readonly { agent: AgentId; features: Features }[]>): Promise<void> {
    try {
      this.installed = new Map((await listing).map(({ agent, features }) => [agent, features]));
    } catch (error) {
      this.deps.log(`finding installed agents: ${describe(error)}`);
    }
    this.rejoin();
  }

  private async refreshAgent(index: AgentIndex): Promise<void> {
    let changed: ReadonlySet<string>;
    try {
      changed = await index.refresh();
      this.failures.delete(index.agent.id);
    } catch (error) {
      if (this.own.isDisposed) return;
      this.failures.set(index.agent.id, error instanceof Error ? error.message : String(error));
      this.deps.log(`reading the history of ${index.agent.id}: ${describe(error)}`);
      this.changed.fire();
      return;
    }
    this.rejoin();
    if (this.scanned) this.save.request();
    for (const id of changed) this.changedTranscript.fire(sessionKey(index.agent.id, id, this.deps.host));
  }

  private rejoin(): void {
    const joined = this.indexes.filter((index) => index.known).map((index) => index.joined(this.installed.get(index.agent.id), this.deps.host));
    this.sessions = new Map(joined.flatMap(({ sessions }) => sessions.map((session) => [session.key, session] as const)));
    this.notShown = joined.flatMap(({ notShown }) => notShown);
    this.changed.fire();
  }

  private comparableOf(recorded: string): string {
    for (const { folders } of this.indexes) {
      const form = folders.get(recorded);
      if (form !== undefined) return form;
    }
    return recorded;
  }

  private async resolveRoot(folder: string): Promise<void> {
    this.roots.set(folder, await comparable(folder));
    this.changed.fire();
  }

  /** Work that is under way when everything ends fails; nobody needs to hear of it. */
  private log(line: string): void {
    if (!this.own.isDisposed) this.deps.log(line);
  }

  dispose(): void {
    this.own.dispose();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Rows of another way through the session are another revision to a page. */
function revisionOf(revision: string, way: string): string {
  return way === '' ? revision : `${revision} ${way}`;
}

/** How many rows a page gets, whatever it asked for. */
function boundedCount(count: number): number {
  return Math.min(Math.max(1, Math.trunc(count)), transcriptLimits.window);
}
