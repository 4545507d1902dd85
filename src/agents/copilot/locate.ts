import * as path from 'node:path';
import type { Holding } from '../../platform/mirror/holding';
import type { Place, Root } from '../agent';

/** `$COPILOT_HOME`, else `~/.copilot`. Settings, hooks and logs lie there too: they are never read. */
function copilotFolder(place: Place): string {
  const moved = place.env['COPILOT_HOME'];
  return moved === undefined || moved === '' ? path.join(place.home, '.copilot') : path.resolve(place.home, moved);
}

/** A folder for each session; before that layout a `<uuid>.jsonl` for each. */
export function sessionsFolder(place: Place): string {
  return path.join(copilotFolder(place), 'session-state');
}

/** `session_<uuid>_<ms>.json`, before 0.0.342. */
export function documentsFolder(place: Place): string {
  return path.join(copilotFolder(place), 'history-session-state');
}

export function copilotRoots(place: Place): Root[] {
  return [
    { path: sessionsFolder(place), kind: 'folder', depth: 1, shown: true },
    { path: documentsFolder(place), kind: 'folder', depth: 0, shown: false },
  ];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const sessionName = new RegExp(`^${uuid}$`, 'i');
export const flatName = new RegExp(`^(${uuid})\\.jsonl$`, 'i');
export const documentName = new RegExp(`^session_(${uuid})_\\d+\\.json$`, 'i');

export const copilotHolding: Holding = {
  folder: '.copilot',
  variable: 'COPILOT_HOME',
  files: ['session-state/*/events.jsonl', 'session-state/*/workspace.yaml', 'session-state/*.jsonl', 'history-session-state/session_*.json'],
  databases: [],
};
