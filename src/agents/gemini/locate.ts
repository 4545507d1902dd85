import * as path from 'node:path';
import type { Holding } from '../../platform/mirror/holding';
import type { Place, Root } from '../agent';

/** `$GEMINI_CLI_HOME/.gemini`, else `~/.gemini`. Settings and accounts lie there too: they are never read. */
export function geminiFolder(place: Place): string {
  return path.resolve(place.home, place.env['GEMINI_CLI_HOME'] ?? '', '.gemini');
}

/** One folder for each project, with its sessions in `chats` and those of sub-agents in `chats/<session id>`. */
export function projectsFolder(place: Place): string {
  return path.join(geminiFolder(place), 'tmp');
}

/** Which folder belongs to which project name. */
export function projectNames(place: Place): string {
  return path.join(geminiFolder(place), 'projects.json');
}

export function geminiRoots(place: Place): Root[] {
  return [
    { path: projectsFolder(place), kind: 'folder', depth: 3, shown: true },
    { path: projectNames(place), kind: 'file', shown: false },
  ];
}

/** `session-<UTC minute>-<start of the id>.jsonl`; `.json` before 0.42. Backups and half-written files end differently. */
export const sessionName = /^session-.*\.jsonl?$/;
/** A sub-agent's file is named by its id. */
export const subagentName = /\.jsonl?$/;

export const geminiHolding: Holding = {
  folder: '.gemini',
  variable: 'GEMINI_CLI_HOME',
  below: '.gemini',
  files: [
    ...['tmp/*/chats/session-*.jsonl', 'tmp/*/chats/session-*.json', 'tmp/*/chats/*/*.jsonl', 'tmp/*/chats/*/*.json'],
    ...['projects.json', 'tmp/*/.project_root', 'history/*/.project_root'],
  ],
  databases: [],
};
