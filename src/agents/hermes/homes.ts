import * as path from 'node:path';
import type { Files } from '../../platform/files';
import type { Holding } from '../../platform/mirror/holding';
import type { Place, Root } from '../agent';

/** A folder with sessions of its own: the root, or one of its profiles. */
export interface Home {
  readonly folder: string;
  /** The name that `hermes -p` takes; `null` for the root. */
  readonly profile: string | null;
}

/** `HERMES_HOME`, else the platform's default. */
function rootFolder({ home, env }: Place): string {
  if (env['HERMES_HOME'] !== undefined && env['HERMES_HOME'] !== '') return env['HERMES_HOME'];
  if (process.platform !== 'win32') return path.join(home, '.hermes');
  return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'hermes');
}

/**
 * Files are named one by one: caches and logs of the agent lie beside them. The log of the database is watched too, as
 * the database itself may stay the same for hours.
 */
export function roots(place: Place): readonly Root[] {
  const folder = rootFolder(place);
  return [
    { path: databaseIn(folder), kind: 'file', shown: true },
    { path: `${databaseIn(folder)}-wal`, kind: 'file', shown: false },
    { path: filesIn(folder), kind: 'folder', depth: 0, shown: true },
    { path: path.join(folder, 'profiles'), kind: 'folder', depth: 1, shown: true },
  ];
}

export const holding: Holding = {
  folder: '.hermes',
  variable: 'HERMES_HOME',
  files: ['', 'profiles/*/'].flatMap((home) => [`${home}sessions/session_*.json`, `${home}sessions/*.jsonl`]),
  databases: ['state.db', 'profiles/*/state.db'],
};

export function databaseIn(folder: string): string {
  return path.join(folder, 'state.db');
}

/** Where older releases keep files of single sessions. */
export function filesIn(folder: string): string {
  return path.join(folder, 'sessions');
}

/** The root and its profiles; `onError` gets what keeps the profiles from being listed. */
export async function homes(place: Place, files: Files, onError: (path: string, error: unknown) => void): Promise<Home[]> {
  const root = rootFolder(place);
  const profiles = path.join(root, 'profiles');
  const entries = await files.entries(profiles).catch((error: unknown) => {
    onError(profiles, error);
    return [];
  });
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return [{ folder: root, profile: null }, ...folders.map(({ name }) => ({ folder: path.join(profiles, name), profile: name }))];
}
