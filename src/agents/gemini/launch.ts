import type { Command, Resumable } from '../agent';

export const executable = 'gemini';

export function launchCommand(): Command {
  return { argv: [executable], cwd: null };
}

/** Found only from the project's own folder, not from one below it (0.61.0: exit status 42). */
export function resumeCommand({ id, folder }: Resumable): Command {
  return { argv: [executable, '--resume', id], cwd: folder };
}
