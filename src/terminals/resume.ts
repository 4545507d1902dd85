import type { AgentProgram } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import type { KeptSessions } from '../external/keptSessions';
import type { Session } from '../external/session';
import { parseSessionKey, type SessionKey } from '../shared/agentId';
import type { Launcher, LaunchCode } from './launcher';
import type { ResumeCommands } from './resumeCommands';
import type { RunningSessions } from './runningSessions';
import type { TerminalCode, Terminals } from './terminals';

export type ResumeCode = LaunchCode | TerminalCode | 'workspace_untrusted' | 'session_missing' | 'session_running' | 'not_resumable' | 'chat_not_saved';

/** What a session's terminal belongs to. */
export interface TerminalOwner {
  readonly key: string;
  readonly title: string;
}

export interface ResumeOptions {
  readonly onOwner?: (owner: TerminalOwner) => Promise<void>;
  readonly anyway?: boolean;
  readonly where?: 'front' | 'shown';
}

/** Continues a native session in its own agent, exactly that session, in the folder it was recorded in or where that is now. */
export class Resume {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
      commands: Pick<ResumeCommands, 'of'>;
      running: Pick<RunningSessions, 'holderOf'>;
      kept: Pick<KeptSessions, 'keep'>;
      terminals: Pick<Terminals, 'open' | 'reveal'>;
      /** Whose the session's terminal is. Asked last, when nothing but the start itself can fail any more. */
      owner: (session: Session) => Promise<Result<TerminalOwner, 'chat_not_saved'>>;
      isTrusted: () => boolean;
    },
  ) {}

  /**
   * Shows the session's terminal, live or newly started; whose it is is told right before. With `anyway` also where another
   * program has the session open. The detail of a failure is a folder, or a system's message.
   */
  async open(key: SessionKey, { onOwner, anyway = false, where = 'front' }: ResumeOptions = {}): Promise<Result<null, ResumeCode>> {
    if (!this.deps.isTrusted()) return fail('workspace_untrusted');
    const named = parseSessionKey(key);
    const agent = this.deps.agents.find(({ id }) => id === named?.agent);
    if (agent === undefined) return fail('session_missing');
    // Asked first: without its program an agent has no sessions here.
    if ((await this.deps.launcher.featuresOf(agent)) === undefined) return fail('agent_not_installed');
    // An agent that is asked for a session that is gone might begin another one.
    const session = await this.deps.external.current(key);
    if (session === undefined) return fail('session_missing');
    const holder = session.running && !anyway ? await this.deps.running.holderOf(session) : 'own';
    if (typeof holder === 'object' && this.deps.terminals.reveal(holder.terminal, where)) return ok(null);
    if (holder !== 'own') return fail('session_running');
    const command = await this.deps.commands.of(session);
    if (command === null) return fail('not_resumable');
    const spec = await this.deps.launcher.prepare(agent, command);
    if (!spec.ok) return spec;
    const owner = await this.deps.owner(session);
    if (!owner.ok) return owner;
    await this.deps.kept.keep(session);
    await onOwner?.(owner.value);
    return this.deps.terminals.open({ ...owner.value, agent: agent.id, spec: spec.value }, where);
  }
}
