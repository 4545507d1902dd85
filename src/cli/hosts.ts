import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { MirrorPlace } from '../platform/mirror/mirror';
import { HostFailure } from '../workers/hosts';
import { LocalOperations } from '../workers/operations';
import type { Arguments } from './arguments';
import { readHistories, type SavableHistories } from './histories';
import { indexPath } from './indexPath';
import { hostWords } from './words';

/** The histories of a host. What is installed there is not asked: who has a history has had the agent. */
export async function readHost(asked: Arguments, mirror: MirrorPlace, log: (line: string) => void): Promise<Result<SavableHistories, SshCode>> {
  const operations = new LocalOperations();
  const looked = await operations.refreshHost({ mirror, agents: asked.agents, maxAge: 0 });
  if (!looked.ok) return looked;
  if (looked.value.left > 0) log(`${looked.value.left} files of ${mirror.destination} were left out`);
  const installed = new Map(asked.agents.map((id) => [id, {}]));
  try {
    return ok(await readHistories(asked, 'ends', { operations, installed, indexFile: asked.index ? indexPath(asked.place, process.env) : undefined, log }));
  } catch (error) {
    if (error instanceof HostFailure) return fail(error.code, error.detail);
    throw error;
  }
}

/** What went wrong in words, where it was the host that could not be asked. */
export function hostMessage({ code, detail }: { readonly code: string; readonly detail: string }): string | undefined {
  return code in hostWords ? hostWords[code as SshCode](detail) : undefined;
}
