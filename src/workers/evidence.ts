import type { Agent, Evidence, Place } from '../agents/agent';
import { Files } from '../platform/files';
import { resolved } from '../platform/folders';
import { hasRival, processTree } from '../platform/processes';

/** What is known of process `pid`, which the agent was started as in `folder`, and of what it started. */
export async function evidenceOf(agent: Agent, place: Place, pid: number, folder: string): Promise<Evidence> {
  const tree = processTree(pid);
  const files = new Files();
  try {
    const open = (await agent.openIn?.(tree, place, files)) ?? null;
    return { open, hasRival: (open ?? []).length === 0 && hasRival(tree, agent.executable, await resolved(folder)) };
  } finally {
    files.dispose();
  }
}
