import type { AgentProgram } from '../agents/agent';
import { fail, type Result } from '../core/result';
import type { Session } from '../external/session';
import { parseSessionKey, type SessionKey } from '../shared/agentId';
import type { Launcher, LaunchCode } from './launcher';
import type { ResumeCommands } from './resumeCommands';
import type { TerminalCode, Terminals } from './terminals';

export type ResumeCode = LaunchCode | TerminalCode | 'workspace_untrusted' | 'session_missing' | 'not_resumable' | 'chat_not_saved';

/** What a session's terminal belongs to. */
export interface TerminalOwner {
  readonly key: string;
  readonly title: string;
}

/** Continues a native session in its own agent, exactly that session, in the folder it was recorded in or where that is now. */
export class Resume {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
      commands: Pick<ResumeCommands, 'of'>;
      terminals: Terminals;
      /** Whose the session's terminal is. Asked last, when nothing but the start itself can fail any more. */
      owner: (session: Session) => Promise<Result<TerminalOwner, 'chat_not_saved'>>;
      isTrusted: () => boolean;
    },
  ) {}

  /**
   * Shows the session's terminal, live or newly started; whose it is is told right before. The detail of a failure is a
   * folder, or a system's message.
   */
  async open(key: SessionKey, onOwner?: (owner: TerminalOwner) => Promise<void>): Promise<Result<null, ResumeCode>> {
    if (!this.deps.isTrusted()) return fail('workspace_untrusted');
    const named = parseSessionKey(key);
    const agent = this.deps.agents.find(({ id }) => id === named?.agent);
    if (agent === undefined) return fail('session_missing');
    // Asked first: without its program an agent has no sessions here.
    if ((await this.deps.launcher.featuresOf(agent)) === undefined) return fail('agent_not_installed');
    // An agent that is asked for a session that is gone might begin another one.
    const session = await this.deps.external.current(key);
    if (session === undefined) return fail('session_missing');
    const command = await this.deps.commands.of(session);
    if (command === null) return fail('not_resumable');
    const spec = await this.deps.launcher.prepare(agent, command);
    if (!spec.ok) return spec;
    const owner = await this.deps.owner(session);
    if (!owner.ok) return owner;
    await onOwner?.(owner.value);
    return this.deps.terminals.open({ ...owner.value, agent: agent.id, spec: spec.value });
  }
}
