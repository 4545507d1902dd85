import type { AgentProgram } from '../agents/agent';
import type { KeptSessions } from '../external/keptSessions';
import type { Session } from '../external/session';
import type { SessionKey } from '../shared/agentId';
import type { Launcher } from './launcher';
import type { ResumeCommands } from './resumeCommands';
import type { ProcessSpec, TerminalRequest } from './terminalHost';

/** How a terminal's process is started another time. */
export class Again {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
      commands: Pick<ResumeCommands, 'of'>;
      kept: Pick<KeptSessions, 'keep'>;
      /** The native session that the terminal of `key` is known to have. */
      sessionOf: (key: string) => Promise<SessionKey | undefined>;
    },
  ) {}

  /** The process that goes on with the terminal's session, or else the one it began with. */
  async specOf(request: TerminalRequest): Promise<ProcessSpec> {
    const agent = this.deps.agents.find(({ id }) => id === request.agent);
    const key = await this.deps.sessionOf(request.key);
    const session = key && (await this.deps.external.current(key));
    const command = session && (await this.deps.commands.of(session));
    if (agent === undefined || session === undefined || command == null) return request.spec;
    await this.deps.kept.keep(session);
    const spec = await this.deps.launcher.prepare(agent, command);
    return spec.ok ? spec.value : request.spec;
  }
}
