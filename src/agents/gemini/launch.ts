import type { Command, Fresh, Resumable } from '../agent';

export const executable = 'gemini';

export function launchCommand({ folder, presetId }: Fresh): Command {
  return { argv: [executable, ...(presetId === null ? [] : ['--session-id', presetId])], cwd: folder };
}

/** Found only from the project's own folder, not from one below it (0.61.0: exit status 42). */
export function resumeCommand({ id, folder }: Resumable): Command {
  return { argv: [executable, '--resume', id], cwd: folder };
}
