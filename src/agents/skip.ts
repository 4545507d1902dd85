import * as fs from 'node:fs';
import type { Skipped, SkipReason } from './agent';

const reasons: Readonly<Record<string, SkipReason>> = {
  ENOENT: 'vanished',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  EISDIR: 'is_directory',
};

/** A file or folder left out because reading it failed. */
export function skippedBy(error: unknown, path: string, id: string | null = null): Skipped {
  const { code, message } = error as { code?: string; message?: string };
  const target = code === 'ENOENT' ? targetOf(path) : undefined;
  if (target !== undefined) return { path, id, reason: 'unreadable', detail: `a link to ${target}, where nothing is` };
  return { path, id, reason: reasons[code ?? ''] ?? 'unreadable', detail: message ?? String(error) };
}

/** Where the link at `path` leads; `undefined` when there is none. */
function targetOf(path: string): string | undefined {
  try {
    return fs.readlinkSync(path);
  } catch {
    return undefined;
  }
}
