import * as path from 'node:path';
import type { Command, FoundSession, Fresh, Place, Resumable } from '../agent';
import { geminiFolder } from './locate';

export const executable = 'gemini';

export function launchCommand({ folder, presetId }: Fresh): Command {
  return { argv: [executable, ...(presetId === null ? [] : ['--session-id', presetId])], cwd: folder };
}

/** Found only from the project's own folder, not from one below it (0.61.0: exit status 42). */
export function resumeCommand({ id, folder }: Resumable): Command {
  return { argv: [executable, '--resume', id], cwd: folder };
}

/**
 * A resume leaves a second file of two lines beside a session's own, and the next start of the program in the project takes it for
 * a broken session and deletes every file of that id, also sub-agents' and tools' (0.42 to 0.61, google-gemini/gemini-cli#27368, #28767).
 */
export function atRisk({ id, files }: Pick<FoundSession, 'id' | 'files'>, place: Place): { home: string; paths: readonly string[] } {
  const projects = new Set(files.map((file) => path.dirname(path.dirname(file))));
  // The id is what the file says, and may be no name of a folder.
  const own = /^[\w-]+$/.test(id) ? [['chats', id], ['tool-outputs', `session-${id}`]] : [];
  const parts = [...own, ['.project_root']];
  const beside = [...projects].flatMap((project) => parts.map((part) => path.join(project, ...part)));
  return { home: path.dirname(geminiFolder(place)), paths: [...files, ...beside] };
}
