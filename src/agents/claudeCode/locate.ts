import * as path from 'node:path';
import type { Holding } from '../../platform/mirror/holding';
import type { Place, Root } from '../agent';

/** `$CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configRoot(place: Place): string {
  const moved = place.env['CLAUDE_CONFIG_DIR'];
  return moved === undefined || moved === '' ? path.join(place.home, '.claude') : path.resolve(place.home, moved);
}

export function claudeRoots(place: Place): readonly Root[] {
  const root = configRoot(place);
  return [
    { path: path.join(root, 'projects'), kind: 'folder', depth: 1, shown: true },
    { path: path.join(root, 'sessions'), kind: 'folder', depth: 0, shown: false },
  ];
}

export const claudeHolding: Holding = {
  folder: '.claude',
  variable: 'CLAUDE_CONFIG_DIR',
  files: ['projects/*/*.jsonl', 'projects/*/*/custom-title.json', 'projects/*/*/subagents/*.jsonl', 'projects/*/*/tool-results/*'],
  databases: [],
};
