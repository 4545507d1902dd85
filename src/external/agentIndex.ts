import type { AgentProgram, Depth, EarlierReading, Features, FoundSession, Place, SessionRecord, Skipped } from '../agents/agent';
import { addStats, noReads, type ReadStats } from '../platform/files';
import type { Operations } from '../workers/operations';
import { type Joined, join } from './join';
import type { SavedSession } from './savedRows';

/**
 * What has been read of one agent's history, kept in memory. A refresh reads only sessions whose files changed since;
 * what could not be read is tried again each time.
 */
export class AgentIndex {
  private found: readonly FoundSession[] = [];
  private skipped: readonly Skipped[] = [];
  /** Each record with the state of the files that it was read from. */
  private read = new Map<string, EarlierReading>();
  /** Recorded folder to its comparable form. */
  readonly folders = new Map<string, string>();
  /** Whether there is anything to show: a scan has ended, or an earlier run's knowledge was restored. */
  known = false;
  /** What reading has cost so far. */
  stats: ReadStats = noReads;
  /** How often what `saved` answers has changed. */
  changes = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(readonly agent: AgentProgram, private readonly deps: { place: Place; operations: Pick<Operations, 'scan'>; depth: Depth }) {}

  /** Begins with what an earlier run knew. The next refresh reads only what changed since. */
  restore(saved: readonly SavedSession[]): void {
    for (const { found, record, comparable } of saved) {
      this.read.set(found.id, { found, record });
      if (record.folder !== null && comparable !== null) this.folders.set(record.folder, comparable);
    }
    this.found = saved.map(({ found }) => found);
    this.known = saved.length > 0;
  }

  /** All that was found at the last look, rows or not. */
  get sessions(): readonly FoundSession[] {
    return this.found;
  }

  /** What was read of some of the sessions. */
  recordsOf(some: readonly FoundSession[]): readonly SessionRecord[] {
    return some.flatMap(({ id }) => this.read.get(id)?.record ?? []);
  }

  /** What to begin with at the next start. */
  saved(): readonly SavedSession[] {
    return this.found.flatMap((found) => {
      const read = this.read.get(found.id);
      // Read at an older state of its files, or not at all: the next start reads it.
      if (read?.found.signature !== found.signature) return [];
      return [{ found, record: read.record, comparable: this.folders.get(read.record.folder ?? '') ?? null }];
    });
  }

  /** Answers the ids whose record, presence or running state changed. Refreshes never overlap. */
  refresh(): Promise<ReadonlySet<string>> {
    const refreshing = this.last.then(() => this.refreshNow());
    this.last = refreshing.catch(() => undefined);
    return refreshing;
  }

  private async refreshNow(): Promise<ReadonlySet<string>> {
    const known = Object.fromEntries([...this.read].map(([id, { found }]) => [id, found.signature]));
    const { place, operations, depth } = this.deps;
    const scan = await operations.scan({ agent: this.agent.id, place, depth, known, earlier: this.read });
    const changed = new Set(scan.records.map((record) => record.id));
    const running = new Map(this.found.map((found) => [found.id, found.running]));
    for (const found of scan.found) if (running.get(found.id) !== found.running) changed.add(found.id);
    const records = new Map(scan.records.map((record) => [record.id, record]));
    const read = new Map<string, EarlierReading>();
    for (const found of scan.found) {
      const before = this.read.get(found.id);
      // Of one that changed and could not be read nothing is known any more.
      const record = records.get(found.id) ?? (before?.found.signature === found.signature ? before.record : undefined);
      if (record !== undefined) read.set(found.id, { found, record });
    }
    const gone = [...this.read.keys()].filter((id) => !read.has(id));
    for (const id of gone) changed.add(id);
    if (records.size + gone.length > 0) this.changes++;
    this.read = read;
    for (const [folder, comparable] of Object.entries(scan.folders)) this.folders.set(folder, comparable);
    this.found = scan.found;
    this.skipped = scan.skipped;
    this.stats = addStats(this.stats, scan.stats);
    this.known = true;
    return changed;
  }

  /** The rows, and what is no row; `installed` and `host` as for `join`. */
  joined(installed: Features | undefined, host?: string): Joined {
    const records = new Map([...this.read].map(([id, { record }]) => [id, record]));
    return join(this.agent, { found: this.found, records, skipped: this.skipped }, installed, host);
  }
}
