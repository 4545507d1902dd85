import type { Command, Fresh, Resumable } from '../agent';

export const executable = 'copilot';

/** It takes an id since 1.0.51. */
export function launchCommand({ folder, presetId }: Fresh): Command {
  return { argv: [executable, ...(presetId === null ? [] : [`--session-id=${presetId}`])], cwd: folder };
}

/** A terminal asks for trust in the folder it is started in, and before 1.0.52 goes on there: so in the session's own. */
export function resumeCommand({ id, folder }: Resumable): Command {
  return { argv: [executable, `--resume=${id}`], cwd: folder };
}

/** Since 1.0.52 the agent itself prefers the recorded folder where that still exists. */
export function resumeIn(folder: string, { id }: Resumable): Command {
  return resumeCommand({ id, folder });
}

/** What Copilot leaves to the commands it runs (since 1.0.29). A person's own settings, such as `COPILOT_HOME`, are not among it. */
export const unwantedEnv: Readonly<Record<string, string>> = {
  COPILOT_CLI: 'Marks a process as started by Copilot.',
  COPILOT_AGENT_SESSION_ID: 'Names the parent\'s session.',
};
