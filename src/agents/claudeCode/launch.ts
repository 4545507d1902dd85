import type { Command, Fresh, Preset, Resumable } from '../agent';

export const executable = 'claude';

export function launchCommand({ folder, presetId }: Fresh): Command {
  return { argv: [executable, ...withId(presetId)], cwd: folder };
}

export function resumeCommand({ id, folder }: Resumable): Command {
  return { argv: [executable, '--resume', id], cwd: folder };
}

/** 2.1 resumes an id from any folder; earlier versions say that they find none. */
export function resumeIn(folder: string, { id }: Resumable): Command {
  return resumeCommand({ id, folder });
}

/** The fork gets a file of its own with its first prompt. */
export function forkCommand({ id, folder, presetId }: Resumable & Preset): Command {
  return { argv: [executable, '--resume', id, '--fork-session', ...withId(presetId)], cwd: folder };
}

function withId(presetId: string | null): string[] {
  return presetId === null ? [] : ['--session-id', presetId];
}

/** What Claude Code leaves to the processes it starts. A person's own settings, such as `CLAUDE_CONFIG_DIR`, are not among it. */
export const unwantedEnv: Readonly<Record<string, string>> = {
  CLAUDECODE: 'Marks a process as started by Claude Code; some versions refuse to start with it, others record nothing.',
  CLAUDE_CODE_CHILD_SESSION: 'Makes the session a child of another one: no transcript is written, and it cannot be resumed.',
  CLAUDE_CODE_ENTRYPOINT: 'Says how the parent was started; the session would be recorded as headless and left out of the CLI\'s own list.',
  CLAUDE_CODE_SESSION_ID: 'Names the parent\'s session.',
  CLAUDE_PID: 'Names the parent\'s process.',
  CLAUDE_CODE_MESSAGING_SOCKET: 'Leads to the parent\'s process.',
  CLAUDE_EFFORT: 'The parent\'s effort level, which would quietly become this session\'s.',
  AI_AGENT: 'Names the parent as the agent at work.',
};
