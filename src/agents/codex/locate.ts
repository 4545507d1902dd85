import * as path from 'node:path';
import type { Place, Root } from '../agent';

/** `$CODEX_HOME`, else `~/.codex`. */
export function codexHome(place: Place): string {
  const set = place.env['CODEX_HOME'];
  return set === undefined || set === '' ? path.join(place.home, '.codex') : path.resolve(set);
}

/** `YYYY/MM/DD` below this folder. */
export const sessionsDepth = 3;

export function codexRoots(place: Place): Root[] {
  const home = codexHome(place);
  // The number in the database's name is that of its schema, 5 since 0.105; a higher one is found by name when reading.
  const names = ['session_index.jsonl', 'state_5.sqlite', 'state_5.sqlite-wal'];
  return [
    { path: path.join(home, 'sessions'), kind: 'folder', depth: sessionsDepth, shown: true },
    { path: path.join(home, 'archived_sessions'), kind: 'folder', depth: 0, shown: true },
    { path: path.join(home, 'thread-writer-locks'), kind: 'folder', depth: 0, shown: false },
    ...names.map((name): Root => ({ path: path.join(home, name), kind: 'file', shown: false })),
  ];
}
