import type { AgentProgram, FolderNotes, Place } from '../agents/agent';
import { copyWhereNone } from '../platform/copyFolder';
import { Files } from '../platform/files';
import { resolved } from '../platform/folders';
import type { Followed } from '../projects/followed';
import { agentNames } from '../shared/agentId';

/** What agents keep by a folder's path, when a project moves to another folder. */
export class AgentNotes {
  constructor(private readonly deps: { agents: readonly AgentProgram[]; place: Place; log: (line: string) => void }) {}

  /**
   * Copies each agent's memory of `from` where the agent has none of `to`. Trust is never carried over, since a path does not prove
   * that the folder is the same: it is only told who would ask again.
   */
  async follow(from: string, to: string): Promise<Followed> {
    const [before, after] = await Promise.all([resolved(from), resolved(to)]);
    const followed = { copied: [] as string[], notCopied: [] as string[], untrusted: [] as string[] };
    for (const { id, folderNotes } of this.deps.agents) {
      if (folderNotes === undefined) continue;
      const memory = await this.copyMemory(folderNotes, before, after);
      if (memory !== 'none') followed[memory].push(agentNames[id]);
      if (await this.losesTrust(folderNotes, before, after)) followed.untrusted.push(agentNames[id]);
    }
    return followed;
  }

  private async copyMemory(notes: FolderNotes, from: string, to: string): Promise<'copied' | 'notCopied' | 'none'> {
    const [source, target] = [notes.memory(from, this.deps.place), notes.memory(to, this.deps.place)];
    if (source === null || target === null) return 'none';
    try {
      return (await copyWhereNone(source, target)) ? 'copied' : 'none';
    } catch (error) {
      this.deps.log(`copying ${source} to ${target}: ${String(error)}`);
      return 'notCopied';
    }
  }

  private async losesTrust(notes: FolderNotes, from: string, to: string): Promise<boolean> {
    const files = new Files();
    try {
      const isTrusted = (folder: string): Promise<boolean> => notes.isTrusted(folder, this.deps.place, files);
      return (await isTrusted(from)) && !(await isTrusted(to));
    } catch {
      // Never started here, or not readable: nothing is known to be lost.
      return false;
    } finally {
      files.dispose();
    }
  }
}
