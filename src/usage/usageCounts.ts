import type { FoundSession, Place, Skipped } from '../agents/agent';
import { eachOf } from '../core/async';
import { hashText } from '../core/hash';
import type { FoundByAgent } from '../external/externalSessions';
import { addStats, noReads, type ReadStats } from '../platform/files';
import type { AgentId } from '../shared/agentId';
import type { CountTask } from '../workers/counting';
import type { Operations } from '../workers/operations';
import type { SessionTally } from '../workers/tally';

export interface CountingOptions {
  /** Aborted, it leaves what was counted until then; the next counting goes on from there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface UsageState {
  readonly tallies: readonly SessionTally[];
  /** Sessions that could not be read. */
  readonly skipped: readonly Skipped[];
  /** Whether every session is in, as it is on the disk. */
  readonly isComplete: boolean;
  /** What reading cost. */
  readonly stats: ReadStats;
}

/** Into how many batches a counting is divided: enough to tell progress by and to share the work out evenly. */
const batches = 100;
/** Sessions in a batch. Each batch opens and writes the file of counts once; more in one would make a cancelling person wait. */
const batchSizes = { least: 4, most: 64 };
/** Sessions whose rows are read ahead of counting them. */
const rowsAtOnce = 1024;

/** Counts requests, and keeps in a file what was counted: only what is new or grew since is read again. */
export class UsageCounts {
  constructor(
    private readonly deps: {
      operations: Pick<Operations, 'count' | 'knownCounts' | 'forgetCounts' | 'tally'>;
      place: Place;
      file: string;
      /** Batches given out at once. */
      width: number;
    },
  ) {}

  /** Counts what changed of the found sessions, forgets what is gone, and sums everything up. */
  async refresh(all: readonly FoundByAgent[], { signal, onProgress }: CountingOptions = {}): Promise<UsageState> {
    const { operations, place, file, width } = this.deps;
    const agents = all.map(({ agent }) => agent);
    const known = await operations.knownCounts({ file, agents });
    const changed = new Map<FoundByAgent, FoundSession[]>();
    for (const of of all) {
      const before = known[of.agent] ?? {};
      await this.forgetGone(of, Object.keys(before));
      changed.set(of, of.found.filter(({ id, signature }) => before[id] !== hashText(signature)));
    }
    const total = totalOf(changed);
    const skipped: Skipped[] = [];
    let done = 0;
    let stats = noReads;
    await eachOf(batchesOf(changed, known, signal), width, async ({ agent, of, tasks }) => {
      const counted = await operations.count({ agent, place, tasks, file });
      skipped.push(...counted.skipped);
      stats = addStats(stats, counted.stats);
      done += of;
      onProgress?.(done, total);
    });
    return { tallies: await operations.tally({ file, agents }), skipped, isComplete: done === total, stats };
  }

  private async forgetGone({ agent, found }: FoundByAgent, known: readonly string[]): Promise<void> {
    const there = new Set(found.map(({ id }) => id));
    const ids = known.filter((id) => !there.has(id));
    if (ids.length > 0) await this.deps.operations.forgetCounts({ file: this.deps.file, agent, ids });
  }
}

interface Batch {
  readonly agent: AgentId;
  readonly tasks: readonly CountTask[];
  /** How many sessions it was made of; those that could not be read are no tasks. */
  readonly of: number;
}

async function* batchesOf(
  changed: ReadonlyMap<FoundByAgent, readonly FoundSession[]>,
  known: Awaited<ReturnType<Operations['knownCounts']>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  const total = totalOf(changed);
  const batchSize = Math.min(batchSizes.most, Math.max(batchSizes.least, Math.ceil(total / batches)));
  for (const [{ agent, rows }, sessions] of changed) {
    for (let from = 0; from < sessions.length; from += rowsAtOnce) {
      const some = sessions.slice(from, from + rowsAtOnce);
      const tasks = tasksOf(some, await rows(some), known[agent] ?? {});
      for (let at = 0; at < some.length; at += batchSize) {
        if (signal?.aborted === true) return;
        const of = Math.min(batchSize, some.length - at);
        yield { agent, tasks: tasks.slice(at, at + batchSize), of };
      }
    }
  }
}

function totalOf(changed: ReadonlyMap<FoundByAgent, readonly FoundSession[]>): number {
  return [...changed.values()].reduce((sum, { length }) => sum + length, 0);
}

function tasksOf(
  changed: readonly FoundSession[],
  { records, folders }: Awaited<ReturnType<FoundByAgent['rows']>>,
  known: Readonly<Record<string, number>>,
): CountTask[] {
  const byId = new Map(changed.map((found) => [found.id, found]));
  return records.flatMap(({ id, folder, subagentOf, hidden, lastActivityAt }) => {
    const found = byId.get(id);
    const comparable = folder === null ? null : (folders[folder] ?? folder);
    return found === undefined ? [] : { found, isNew: known[id] === undefined, row: { folder, comparable, owner: subagentOf, isHidden: hidden !== null, lastActivityAt } };
  });
}
