import type { PageItem } from '../../src/shared/transcriptContract';

/** The name by which a block's fold is kept. It stays while the block grows. */
export function blockFold(firstId: string): string {
  return `actions:${firstId}`;
}

/** The name by which a branch's fold is kept. */
export function branchFold(firstId: string): string {
  return `branch:${firstId}`;
}

/** What opens and folds with the item itself; `undefined` when nothing does. */
export function foldOf({ kind, events }: PageItem, isLive: boolean): { readonly name: string; readonly byDefault: boolean } | undefined {
  const { id } = events[0];
  if (kind === 'branch') return { name: branchFold(id), byDefault: false };
  if (kind === 'actions' && events.length > 1) return { name: blockFold(id), byDefault: isLive };
  return kind === 'actions' || kind === 'compaction' ? { name: id, byDefault: false } : undefined;
}
