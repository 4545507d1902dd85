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
  return { path, id, reason: reasons[code ?? ''] ?? 'unreadable', detail: message ?? String(error) };
}
