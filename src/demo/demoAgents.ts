import * as path from 'node:path';
import type { AgentProgram, Command, Features } from '../agents/agent';
import { Emitter } from '../core/events';
import { fail, ok, type Result } from '../core/result';
import { quotePosix } from '../core/shellQuote';
import type { Installation, Installations } from '../external/installations';
import { terminalEnvironment } from '../terminals/environment';
import type { LaunchCode, Launcher } from '../terminals/launcher';
import type { ProcessSpec } from '../terminals/terminalHost';

/** In a demo every agent counts as installed, in its newest version; nothing is looked for on the machine. */
export class DemoInstallations implements Installations {
  readonly onDidChange = new Emitter<void>().event;
  private readonly installed: readonly Installation[];

  constructor(agents: readonly AgentProgram[]) {
    this.installed = agents.map((agent) => ({ agent: agent.id, path: agent.executable, features: allFeatures(agent) }));
  }

  list(): Promise<readonly Installation[]> {
    return Promise.resolve(this.installed);
  }

  refresh(): Promise<readonly Installation[]> {
    return this.list();
  }
}

function allFeatures({ features }: AgentProgram): Features {
  return Object.fromEntries(Object.keys(features).map((name) => [name, true]));
}

/** Starts a stand-in that shows the command of the real agent. */
export class DemoLauncher implements Launcher {
  constructor(
    private readonly deps: {
      /** The stand-in's folder. */
      media: string;
      env: Readonly<Record<string, string | undefined>>;
      words: (command: string, folder: string) => readonly string[];
    },
  ) {}

  featuresOf(agent: AgentProgram): Promise<Features> {
    return Promise.resolve(allFeatures(agent));
  }

  prepare(_agent: AgentProgram, command: Command): Promise<Result<ProcessSpec, LaunchCode>> {
    if (command.cwd === null) return Promise.resolve(fail('folder_not_recorded'));
    const { env, media, words } = this.deps;
    const lines = words(command.argv.map(quotePosix).join(' '), command.cwd);
    return Promise.resolve(
      ok({
        file: process.execPath,
        args: [path.join(media, 'agent.mjs')],
        cwd: command.cwd,
        env: {
          ...terminalEnvironment(env, [], env['PATH'] ?? ''),
          // The program that runs VS Code runs the script, too.
          ELECTRON_RUN_AS_NODE: '1',
          LOCALIX_DEMO_LINES: JSON.stringify(lines),
        },
      }),
    );
  }
}
