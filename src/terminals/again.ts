import type { AgentProgram } from '../agents/agent';
import type { Session } from '../external/session';
import type { SessionKey } from '../shared/agentId';
import type { Launcher } from './launcher';
import type { ProcessSpec, TerminalRequest } from './terminalHost';

/** How a terminal's process is started another time. */
export class Again {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
    },
  ) {}

  /** The process that goes on with what was recorded under the terminal's key, or else the one it began with. */
  async specOf(request: TerminalRequest): Promise<ProcessSpec> {
    const agent = this.deps.agents.find(({ id }) => id === request.agent);
    const session = await this.deps.external.current(request.key as SessionKey);
    if (agent === undefined || session === undefined || session.resume === null) return request.spec;
    const spec = await this.deps.launcher.prepare(agent, session.resume);
    return spec.ok ? spec.value : request.spec;
  }
}
