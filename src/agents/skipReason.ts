import type { SkipReason } from './agent';

const reasons: Readonly<Record<string, SkipReason>> = {
  ENOENT: 'vanished',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  EISDIR: 'is_directory',
};

/** Why a file that gave `error`, a file system's, can't be read. */
export function skipReasonOf(error: unknown): SkipReason {
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreadable';
}
