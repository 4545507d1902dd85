import type { Command, Fresh, Resumable } from '../agent';

export const executable = 'opencode';

export function launch({ folder }: Fresh): Command {
  return { argv: [executable], cwd: folder };
}

/** `opencode resume <id>` and `opencode session resume <id>` do not exist. */
export function resume(session: Resumable): Command {
  return { argv: [executable, '--session', session.id], cwd: session.folder };
}

export function fork(session: Resumable): Command {
  return { argv: [executable, '--session', session.id, '--fork'], cwd: session.folder };
}

export const unwantedEnv: Readonly<Record<string, string>> = {
  PWD: 'opencode takes its folder from this and not from the folder it is started in: a stale value records the session elsewhere',
};
