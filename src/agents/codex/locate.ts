import * as path from 'node:path';
import type { Holding } from '../../platform/mirror/holding';
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
  return [
    { path: path.join(home, 'sessions'), kind: 'folder', depth: sessionsDepth, shown: true },
    { path: path.join(home, 'archived_sessions'), kind: 'folder', depth: 0, shown: true },
    { path: path.join(home, 'thread-writer-locks'), kind: 'folder', depth: 0, shown: false },
    // Logs, settings and other databases lie beside these. The number is that of the database's schema: 5 since 0.105.
    { path: home, kind: 'folder', depth: 0, names: /^(session_index\.jsonl|state_\d+\.sqlite(-wal)?)$/, shown: false },
  ];
}

export const codexHolding: Holding = {
  folder: '.codex',
  variable: 'CODEX_HOME',
  files: [
    ...['sessions', 'sessions/*', 'sessions/*/*', 'sessions/*/*/*', 'archived_sessions'].flatMap((folder) => [`${folder}/rollout-*.jsonl`, `${folder}/rollout-*.jsonl.zst`]),
    'session_index.jsonl',
  ],
  databases: ['state_*.sqlite'],
};
