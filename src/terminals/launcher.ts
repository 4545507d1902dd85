import * as path from 'node:path';
import type { AgentProgram, Command, Features } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import { executableAt } from '../platform/executables';
import { startable } from '../platform/runProgram';
import type { SearchPath } from '../platform/shellPath';
import type { Installation, Installations } from '../external/installations';
import { terminalEnvironment } from './environment';
import type { ProcessSpec } from './terminalHost';

export type LaunchCode = 'agent_not_installed' | 'folder_not_recorded';

/** Turns an agent's command into a process to start. */
export interface Launcher {
  /** What the installed program can do; `undefined` when there is none. */
  featuresOf(agent: AgentProgram): Promise<Features | undefined>;
  prepare(agent: AgentProgram, command: Command): Promise<Result<ProcessSpec, LaunchCode>>;
}

/** Starts the agents that are installed on this machine. */
export class InstalledLauncher implements Launcher {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      installations: Installations;
      searchPath: SearchPath;
      env: Readonly<Record<string, string | undefined>>;
      /** The shell helper for Codex, which start-up files may read. */
      codexHelper: string;
    },
  ) {}

  async featuresOf(agent: AgentProgram): Promise<Features | undefined> {
    return (await this.installationOf(agent))?.features;
  }

  async prepare(agent: AgentProgram, command: Command): Promise<Result<ProcessSpec, LaunchCode>> {
    const installed = await this.installationOf(agent);
    // Asked again: since it was found, the program may have been removed or renamed by an update.
    if (installed === undefined || (await executableAt(installed.path)) === undefined) return fail('agent_not_installed');
    // A relative one would be looked for below whatever folder this process is in.
    if (command.cwd === null || !path.isAbsolute(command.cwd)) return fail('folder_not_recorded');
    const searchPath = await this.deps.searchPath.full();
    // Of every agent: any of them may have opened this window, and this one's commands may start any of them.
    const unwanted = this.deps.agents.flatMap(({ unwantedEnv }) => Object.keys(unwantedEnv));
    const env = { ...terminalEnvironment(this.deps.env, unwanted, searchPath), LOCALIX_CODEX_HELPER: this.deps.codexHelper };
    return ok({ ...startable(installed.path, command.argv.slice(1)), cwd: command.cwd, env });
  }

  private async installationOf(agent: AgentProgram): Promise<Installation | undefined> {
    return (await this.deps.installations.list()).find((installation) => installation.agent === agent.id);
  }
}
