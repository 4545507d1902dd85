import type { AgentProgram, Command } from '../agents/agent';
import type { Session } from '../external/session';
import type { Launcher } from './launcher';

/** How sessions are gone on with now. */
export class ResumeCommands {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      launcher: Pick<Launcher, 'featuresOf'>;
      /** Where the session's recorded folder is now that its project has moved; `undefined` where it has not, or nothing is there. */
      placeNow: (session: Session) => Promise<string | undefined>;
    },
  ) {}

  /** In the recorded folder, or where that has moved to. `null` where the agent can't open the session any more. */
  async of(session: Session): Promise<Command | null> {
    const agent = this.deps.agents.find(({ id }) => id === session.agent);
    if (agent?.resumeIn === undefined || session.resume === null) return session.resume;
    const folder = await this.deps.placeNow(session);
    const installed = folder === undefined ? undefined : await this.deps.launcher.featuresOf(agent);
    return folder === undefined || installed === undefined ? session.resume : agent.resumeIn(folder, session.record, installed);
  }
}
