import type { AgentProgram, Depth, Place } from '../agents/agent';
import type { IndexRow } from '../store/indexFile';
import type { Operations } from '../workers/operations';
import { AgentIndex } from './agentIndex';
import { fromRow, toRow } from './savedRows';

/**
 * What is known of all agents' histories, with the file in which it outlives the process. The file may go at any time:
 * without it, or with a damaged one, everything is read once more.
 */
export class SessionIndex {
  readonly agents: readonly AgentIndex[];
  /** Rows of agents that were not asked for, kept as they were. */
  private others: readonly IndexRow[] = [];
  private savedChanges = 0;

  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      operations: Pick<Operations, 'scan' | 'readIndex' | 'writeIndex'>;
      place: Place;
      depth: Depth;
      /** `undefined` keeps nothing. */
      file: string | undefined;
      log: (line: string) => void;
    },
  ) {
    this.agents = deps.agents.map((agent) => new AgentIndex(agent, deps));
  }

  /** Begins with what an earlier process, or another one, has saved. */
  async restore(): Promise<void> {
    const { file, operations, log } = this.deps;
    if (file === undefined) return;
    try {
      const rows = (await operations.readIndex({ file })) ?? [];
      for (const index of this.agents) {
        index.restore(rows.filter((row) => row.agent === index.agent.id).flatMap((row) => fromRow(row) ?? []));
      }
      this.others = rows.filter((row) => !this.agents.some((index) => index.agent.id === row.agent));
    } catch (error) {
      log(`reading the index: ${describe(error)}`);
    }
  }

  /** Writes the file when what it holds has changed. */
  async save(): Promise<void> {
    const { file, operations, log } = this.deps;
    const changes = this.agents.reduce((sum, index) => sum + index.changes, 0);
    if (file === undefined || changes === this.savedChanges) return;
    const own = this.agents.flatMap((index) => index.saved().map((saved) => toRow(index.agent.id, saved)));
    try {
      const written = await operations.writeIndex({ file, rows: [...this.others, ...own] });
      if (written.ok) this.savedChanges = changes;
      else log(`writing the index: ${written.detail}`);
    } catch (error) {
      log(`writing the index: ${describe(error)}`);
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
