import type { PageItem } from '../../../src/shared/transcriptContract';
import { branchItems } from './branchItems';

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

/** All that must be open for the event `id` to be seen whole. */
export function foldsTo(item: PageItem, id: string): string[] {
  const { kind, events } = item;
  if (!events.some((event) => event.id === id)) return [];
  if (kind === 'branch') return [branchFold(events[0].id), ...branchItems(item).flatMap((inner) => foldsTo(inner, id))];
  if (kind === 'actions') return events.length > 1 ? [blockFold(events[0].id), id] : [id];
  return kind === 'compaction' ? [id] : [];
}
