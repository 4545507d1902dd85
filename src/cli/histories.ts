import * as path from 'node:path';
import type { Depth, Features } from '../agents/agent';
import { agents } from '../agents/registry';
import type { Joined } from '../external/join';
import { SessionIndex } from '../external/sessionIndex';
import { addStats, noReads, type ReadStats } from '../platform/files';
import { comparable, isWithin } from '../platform/folders';
import type { AgentId } from '../shared/agentId';
import type { Operations } from '../workers/operations';
import type { Arguments } from './arguments';

export type HistoryOperations = Pick<Operations, 'scan' | 'readIndex' | 'writeIndex'>;

export interface Histories extends Joined {
  readonly stats: ReadStats;
}

export interface SavableHistories extends Histories {
  /** Keeps what was read for the next run. */
  save(): Promise<void>;
}

/** Reads the agents' histories, as far as `indexFile` doesn't know them, and keeps what belongs to the asked folder. */
export async function readHistories(
  asked: Pick<Arguments, 'agents' | 'place' | 'folder'>,
  depth: Depth,
  deps: { operations: HistoryOperations; installed: ReadonlyMap<AgentId, Features>; indexFile: string | undefined; log: (line: string) => void },
): Promise<SavableHistories> {
  const isHere = asked.place.mirror === undefined;
  const root = asked.folder === undefined || !isHere ? asked.folder : await comparable(asked.folder);
  const place = asked.folder === undefined ? asked.place : { ...asked.place, folders: [path.resolve(asked.folder)] };
  const { operations, installed, indexFile: file, log } = deps;
  const index = new SessionIndex({ agents: agents.filter(({ id }) => asked.agents.includes(id)), operations, place, depth, file, log });
  await index.restore();
  await Promise.all(index.agents.map((agentIndex) => agentIndex.refresh()));
  const sessions: Joined['sessions'][number][] = [];
  const notShown: Joined['notShown'][number][] = [];
  let stats = noReads;
  for (const agentIndex of index.agents) {
    const joined = agentIndex.joined(installed.get(agentIndex.agent.id));
    const belongs = (folder: string | null): boolean =>
      root === undefined || (folder !== null && isWithin(root, agentIndex.folders.get(folder) ?? folder));
    sessions.push(...joined.sessions.filter(({ record }) => belongs(record.folder)));
    notShown.push(...joined.notShown.filter(({ folder }) => folder === null || belongs(folder)));
    stats = addStats(stats, agentIndex.stats);
  }
  return { sessions, notShown, stats, save: () => index.save() };
}
