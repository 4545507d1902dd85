import * as path from 'node:path';
import type { Depth, Features } from '../agents/agent';
import { agentOf } from '../agents/registry';
import { type Joined, join } from '../external/join';
import { addStats, noReads, type ReadStats } from '../platform/files';
import { comparable, isWithin } from '../platform/folders';
import type { AgentId } from '../shared/agentId';
import type { Operations } from '../workers/operations';
import type { Arguments } from './arguments';

export interface Histories extends Joined {
  readonly stats: ReadStats;
}

/** Reads the agents' histories and keeps what belongs to the asked folder. */
export async function readHistories(
  asked: Pick<Arguments, 'agents' | 'place' | 'folder'>,
  depth: Depth,
  deps: { operations: Operations; installed: ReadonlyMap<AgentId, Features> },
): Promise<Histories> {
  const root = asked.folder === undefined ? undefined : await comparable(asked.folder);
  const place = asked.folder === undefined ? asked.place : { ...asked.place, folders: [path.resolve(asked.folder)] };
  const sessions: Joined['sessions'][number][] = [];
  const notShown: Joined['notShown'][number][] = [];
  let stats = noReads;
  const scans = await Promise.all(asked.agents.map((agent) => deps.operations.scan({ agent, place, depth, known: {} })));
  for (const [index, id] of asked.agents.entries()) {
    const agent = agentOf(id);
    const scan = scans[index];
    if (agent === undefined || scan === undefined) continue;
    const records = new Map(scan.records.map((record) => [record.id, record]));
    const joined = join(agent, { found: scan.found, records, skipped: scan.skipped }, deps.installed.get(id));
    const belongs = (folder: string | null): boolean =>
      root === undefined || (folder !== null && isWithin(root, scan.folders[folder] ?? folder));
    sessions.push(...joined.sessions.filter(({ record }) => belongs(record.folder)));
    notShown.push(...joined.notShown.filter(({ folder }) => folder === null || belongs(folder)));
    stats = addStats(stats, scan.stats);
  }
  return { sessions, notShown, stats };
}
