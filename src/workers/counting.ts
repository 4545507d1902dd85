import type { Agent, Count, FoundSession, Place, Skipped } from '../agents/agent';
import { RequestTable } from '../agents/requestTable';
import { skippedBy } from '../agents/skip';
import { hashText } from '../core/hash';
import { parseObject } from '../core/json';
import { Files, type ReadStats } from '../platform/files';
import { LineScan } from '../platform/lineScan';
import { CountFile, type CountRow } from '../store/countFile';
import { sumsAlone, timeZone } from './copies';

/** Whose a session is, and whether it is a row of the list. */
export interface SessionRow {
  /** As recorded, and as it is compared. */
  readonly folder: string | null;
  readonly comparable: string | null;
  /** The session that this sub-agent's works for. */
  readonly owner: string | null;
  readonly isHidden: boolean;
  /** ISO 8601, UTC. */
  readonly lastActivityAt: string | null;
}

export interface CountTask {
  readonly found: FoundSession;
  /** Nothing of it is in the file of counts: to look costs more than to count a short one. */
  readonly isNew: boolean;
  readonly row: SessionRow;
}

export interface Counted {
  /** Sessions that could not be read. */
  readonly skipped: readonly Skipped[];
  readonly stats: ReadStats;
}

/** Counts sessions on one thread, and keeps what it needs for that from one batch to the next. */
export class Counting {
  private readonly lines = new LineScan();
  /** Of batches that have ended. */
  private readonly spare: HeldRows[] = [];

  /** Counts the requests of sessions, going on from what `file` has of them, and keeps the counts there. */
  async count(agent: Agent, place: Place, tasks: readonly CountTask[], file: string): Promise<Counted> {
    const files = new Files();
    const opened = CountFile.open(file);
    if (!opened.ok) throw new Error(opened.detail);
    const counts = opened.value;
    const held = this.spare.pop() ?? new HeldRows();
    try {
      const context = { place, files, sessions: new Map(tasks.map(({ found }) => [found.id, found])), lines: this.lines, table: held.table };
      const skipped: Skipped[] = [];
      const zone = timeZone();
      for (const { found, isNew, row } of tasks) {
        const known = isNew ? undefined : before(counts.get(agent.id, found.id));
        let count: Count;
        try {
          count = await agent.count(found, known, context);
        } catch (error) {
          skipped.push(skippedBy(error, found.files[0] ?? '', found.id));
          continue;
        }
        held.add(counts, {
          ...count,
          agent: agent.id,
          id: found.id,
          row: JSON.stringify(row),
          signature: hashText(found.signature),
          zone,
          sums: JSON.stringify(sumsAlone(count.requests, count.models)),
          state: count.state && JSON.stringify(count.state),
        });
      }
      held.write(counts);
      return { skipped, stats: files.stats };
    } finally {
      counts.close();
      files.dispose();
      held.clear();
      this.spare.push(held);
    }
  }
}

/** Rows of the file of counts that are written together, with their requests in one place: what each session left behind would pile up. */
class HeldRows {
  readonly table = new RequestTable();
  private rows: CountRow[] = [];
  private readonly requests = new Float64Array(1 << 15);
  private length = 0;

  /** Writes what there is first when there is no more room. */
  add(counts: CountFile, row: CountRow): void {
    const { requests } = row;
    if (this.length + requests.length > this.requests.length) this.write(counts);
    if (requests.length > this.requests.length) {
      counts.put([row]);
      return;
    }
    this.requests.set(requests, this.length);
    this.rows.push({ ...row, requests: this.requests.subarray(this.length, this.length + requests.length) });
    this.length += requests.length;
  }

  write(counts: CountFile): void {
    counts.put(this.rows);
    this.clear();
  }

  clear(): void {
    this.rows = [];
    this.length = 0;
  }
}

function before(row: Omit<CountRow, 'signature'> | undefined): Count | undefined {
  const state = row?.state == null ? undefined : parseObject(row.state);
  return row === undefined || state === undefined ? undefined : { ...row, state };
}

/** Hashes of the signatures of what `file` has of each agent's sessions, by id. */
export function knownCounts(file: string, agents: readonly string[]): Record<string, Record<string, number>> {
  return withCounts(file, (counts) => Object.fromEntries(agents.map((agent) => [agent, counts.signatures(agent)])));
}

export function forgetCounts(file: string, agent: string, ids: readonly string[]): void {
  withCounts(file, (counts) => counts.remove(agent, ids));
}

export function withCounts<T>(file: string, use: (counts: CountFile) => T): T {
  const opened = CountFile.open(file);
  if (!opened.ok) throw new Error(opened.detail);
  try {
    return use(opened.value);
  } finally {
    opened.value.close();
  }
}
