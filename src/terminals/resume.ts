import type { AgentProgram } from '../agents/agent';
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
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
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
    if (agent === undefined) return fail('session_missing');
    // Asked first: without its program an agent has no sessions here.
    if ((await this.deps.launcher.featuresOf(agent)) === undefined) return fail('agent_not_installed');
    // An agent that is asked for a session that is gone might begin another one.
    const session = await this.deps.external.current(key);
    if (session === undefined) return fail('session_missing');
    if (session.resume === null) return fail('not_resumable');
    const spec = await this.deps.launcher.prepare(agent, session.resume);
    if (!spec.ok) return spec;
    return this.deps.terminals.open({ key, title: session.record.title, agent: agent.id, spec: spec.value });
  }
}
