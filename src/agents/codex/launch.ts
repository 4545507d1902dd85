import type { Command, FeatureProbe, Features, Fresh, Resumable } from '../agent';

export const codexExecutable = 'codex';

/**
 * `--no-daemon` (since 0.156.0) keeps the thread in the terminal's own process, where its lock can be seen. Without it the
 * shared background server, the default since 0.157.0, holds the thread and outlives the terminal.
 */
export const codexFeatures = {
  noDaemon: { args: ['resume', '--help'], contains: '--no-daemon' },
} as const satisfies Readonly<Record<string, FeatureProbe>>;

export function launchCodex({ folder }: Fresh, installed: Features): Command {
  return { argv: [codexExecutable, ...ownProcess(installed)], cwd: folder };
}

/** In the thread's folder it resumes without asking which folder to use. */
export function resumeCodex(session: Resumable, installed: Features): Command {
  return { argv: [codexExecutable, 'resume', ...ownProcess(installed), session.id], cwd: session.folder };
}

/** Without `-C` it would ask whether to go on here or in the folder that is recorded. */
export function resumeCodexIn(folder: string, session: Resumable, installed: Features): Command {
  return { argv: [codexExecutable, 'resume', ...ownProcess(installed), '-C', folder, session.id], cwd: folder };
}

export function forkCodex(session: Resumable, installed: Features): Command {
  return { argv: [codexExecutable, 'fork', ...ownProcess(installed), session.id], cwd: session.folder };
}

function ownProcess(installed: Features): string[] {
  return installed['noDaemon'] === true ? ['--no-daemon'] : [];
}
