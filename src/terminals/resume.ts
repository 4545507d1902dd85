import * as fs from 'node:fs';
import type { Agent } from '../agents/agent';
import { fail, type Result } from '../core/result';
import type { Session } from '../external/session';
import { parseSessionKey, type SessionKey } from '../shared/agentId';
import type { Launcher, LaunchCode } from './launcher';
import type { TerminalCode, Terminals } from './terminals';

export type ResumeCode = LaunchCode | TerminalCode | 'workspace_untrusted' | 'session_missing' | 'not_resumable';

/** Continues a native session in its own agent, exactly that session, in the folder it was recorded in. */
export class Resume {
  constructor(
    private readonly deps: {
      agents: readonly Agent[];
      external: { find(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
      terminals: Terminals;
      isTrusted: () => boolean;
    },
  ) {}

  /** Shows the session's terminal, live or newly started. The detail of a failure is a folder, or a system's message. */
  async open(key: SessionKey): Promise<Result<null, ResumeCode>> {
    if (!this.deps.isTrusted()) return fail('workspace_untrusted');
    const named = parseSessionKey(key);
    const agent = this.deps.agents.find(({ id }) => id === named?.agent);
    const session = await this.deps.external.find(key);
    // The list may be a moment older than the disk; an agent asked for a session that is gone might begin another one.
    if (agent === undefined || session === undefined || !(await isThere(session))) return fail('session_missing');
    if (session.resume === null) return fail('not_resumable');
    const spec = await this.deps.launcher.prepare(agent, session.resume);
    if (!spec.ok) return spec;
    return this.deps.terminals.open({ key, title: session.record.title, agent: agent.id, spec: spec.value });
  }
}

async function isThere(session: Session): Promise<boolean> {
  const [file] = session.files;
  if (file === undefined) return false;
  try {
    await fs.promises.access(file);
    return true;
  } catch {
    return false;
  }
}
