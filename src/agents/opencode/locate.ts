import * as path from 'node:path';
import type { Files } from '../../platform/files';
import type { Holding } from '../../platform/mirror/holding';
import type { Place, Root } from '../agent';

/** The same on every system (opencode 1.18.33): also Windows and macOS use `.local/share` in the home folder. */
export function dataFolder({ home, env }: Place): string {
  return path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'opencode');
}

/** The database that `OPENCODE_DB` names, a path or a name in the data folder; `undefined` where it is kept in memory only. */
function chosenDatabase(place: Place): string | undefined {
  const name = place.env['OPENCODE_DB'];
  return name === undefined || name === '' || name === ':memory:' ? undefined : path.resolve(dataFolder(place), name);
}

/** Builds of another channel than the usual ones keep `opencode-<channel>.db`. */
const databaseName = /^opencode.*\.db$/;

/** Every database of this place that exists, the one in use first. */
export async function databases(place: Place, files: Files): Promise<string[]> {
  const folder = dataFolder(place);
  const names = (await files.entries(folder)).map((entry) => entry.name).filter((name) => databaseName.test(name));
  // "opencode-dev.db" sorts before "opencode.db", which nearly everybody uses.
  names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const chosen = chosenDatabase(place);
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...names.map((name) => path.join(folder, name))])];
}

/** Where versions up to 1.1 keep sessions as JSON files. Newer versions still write other things into `storage`. */
export function storageFolder(place: Place): string {
  return path.join(dataFolder(place), 'storage');
}

/** Where versions up to 0.5 keep sessions, a folder for each project. */
export function oldestFolder(place: Place): string {
  return path.join(dataFolder(place), 'project');
}

/** The database alone: a folder of files for each session, as versions up to 1.1 kept them, is too much to be asked for each time. */
export const holding: Holding = { folder: '.local/share/opencode', variable: 'XDG_DATA_HOME', below: 'opencode', files: [], databases: ['opencode*.db'] };

export function roots(place: Place): readonly Root[] {
  const chosen = chosenDatabase(place);
  const elsewhere: Root[] =
    chosen === undefined || path.dirname(chosen) === dataFolder(place)
      ? []
      : [
          { path: chosen, kind: 'file', shown: true },
          { path: `${chosen}-wal`, kind: 'file', shown: false },
        ];
  return [
    // The folder and not the files in it: a database's `-wal` comes and goes.
    { path: dataFolder(place), kind: 'folder', depth: 0, shown: true },
    ...elsewhere,
    { path: path.join(storageFolder(place), 'session'), kind: 'folder', depth: 1, shown: false },
  ];
}
