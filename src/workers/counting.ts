import type { Agent, Count, FoundSession, Place, Skipped } from '../agents/agent';
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
  readonly row: SessionRow;
}

export interface Counted {
  /** Sessions that could not be read. */
  readonly skipped: readonly Skipped[];
  readonly stats: ReadStats;
}

/** Counts the requests of sessions, going on from what `file` has of them, and keeps the counts there. */
export async function countSessions(agent: Agent, place: Place, tasks: readonly CountTask[], file: string): Promise<Counted> {
  const files = new Files();
  const opened = CountFile.open(file);
  if (!opened.ok) throw new Error(opened.detail);
  const counts = opened.value;
  try {
    const context = { place, files, sessions: new Map(tasks.map(({ found }) => [found.id, found])), lines: new LineScan(files) };
    const rows: CountRow[] = [];
    const skipped: Skipped[] = [];
    const zone = timeZone();
    for (const { found, row } of tasks) {
      try {
        const count = await agent.count(found, before(counts.get(agent.id, found.id)), context);
        rows.push({
          ...count,
          agent: agent.id,
          id: found.id,
          row: JSON.stringify(row),
          signature: hashText(found.signature),
          zone,
          sums: JSON.stringify(sumsAlone(count.requests, count.models)),
          state: count.state && JSON.stringify(count.state),
        });
      } catch (error) {
        skipped.push(skippedBy(error, found.files[0] ?? '', found.id));
      }
    }
    counts.put(rows);
    return { skipped, stats: files.stats };
  } finally {
    counts.close();
    files.dispose();
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
