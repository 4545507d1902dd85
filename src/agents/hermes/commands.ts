import type { Command, Fresh, Resumable } from '../agent';

export function launch({ folder }: Fresh): Command {
  return { argv: ['hermes'], cwd: folder };
}

/** The agent goes into the recorded folder by itself; started elsewhere, its project settings are read from there. */
export function resume({ id, folder, resumeArguments = [id] }: Resumable): Command {
  return { argv: ['hermes', '--resume', ...resumeArguments], cwd: folder };
}

/** The agent itself prefers the recorded folder where that still exists. */
export function resumeIn(folder: string, session: Resumable): Command {
  return resume({ ...session, folder });
}

/** Left behind by a Hermes in whose terminal the editor was started. */
export const unwantedEnv: Readonly<Record<string, string>> = {
  HERMES_SESSION_ID: 'names the session of the Hermes that set it',
  HERMES_SESSION_SOURCE: 'marks new sessions as those of another program: Hermes hides them and records no folder',
};
