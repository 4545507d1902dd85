import * as path from 'node:path';
import type { Depth, Features } from '../agents/agent';
import { agentOf } from '../agents/registry';
import { type Joined, join } from '../external/join';
import { comparable, isWithin } from '../platform/folders';
import type { ReadStats } from '../platform/files';
import type { AgentId } from '../shared/agentId';
import type { Operations } from '../workers/operations';
import type { Arguments } from './arguments';

export interface Histories extends Joined {
  readonly stats: ReadStats;
}

/** Reads the agents' histories and keeps what belongs to the asked folder. Agents without an adapter have none. */
export async function readHistories(
  asked: Pick<Arguments, 'agents' | 'place' | 'folder'>,
  depth: Depth,
  deps: { operations: Operations; installed: ReadonlyMap<AgentId, Features> },
): Promise<Histories> {
  const root = asked.folder === undefined ? undefined : await comparable(asked.folder);
  const place = asked.folder === undefined ? asked.place : { ...asked.place, folders: [path.resolve(asked.folder)] };
  const sessions: Joined['sessions'][number][] = [];
  const notShown: Joined['notShown'][number][] = [];
  const stats: ReadStats = { stats: 0, folders: 0, opens: 0, bytes: 0, rows: 0, largestEndsRead: 0 };
  for (const id of asked.agents) {
    const agent = agentOf(id);
    if (agent === undefined) continue;
    const scan = await deps.operations.scan({ agent: id, place, depth, known: {} });
    const records = new Map(scan.records.map((record) => [record.id, record]));
    const joined = join(agent, { found: scan.found, records, skipped: scan.skipped }, deps.installed.get(id));
    const belongs = (folder: string | null): boolean =>
      root === undefined || (folder !== null && isWithin(root, scan.folders[folder] ?? folder));
    sessions.push(...joined.sessions.filter(({ record }) => belongs(record.folder)));
    notShown.push(...joined.notShown.filter(({ folder }) => folder === null || belongs(folder)));
    addStats(stats, scan.stats);
  }
  return { sessions, notShown, stats };
}

function addStats(sum: ReadStats, more: ReadStats): void {
  sum.stats += more.stats;
  sum.folders += more.folders;
  sum.opens += more.opens;
  sum.bytes += more.bytes;
  sum.rows += more.rows;
  sum.largestEndsRead = Math.max(sum.largestEndsRead, more.largestEndsRead);
}
