import type { PageItem } from '../../../src/shared/transcriptContract';
import { subagentItems } from './subagentItems';

/** The name by which a block's fold is kept. It stays while the block grows. */
export function blockFold(firstId: string): string {
  return `actions:${firstId}`;
}

/** The name by which the fold of a sub-agent's work is kept, where that is recorded in the conversation. */
export function workFold(firstId: string): string {
  return `work:${firstId}`;
}

/** What opens and folds with the item itself; `undefined` when nothing does. */
export function foldOf({ kind, events }: PageItem, isLive: boolean): { readonly name: string; readonly byDefault: boolean } | undefined {
  const { id } = events[0];
  if (kind === 'subagent') return { name: workFold(id), byDefault: false };
  if (kind === 'actions' && events.length > 1) return { name: blockFold(id), byDefault: isLive };
  return kind === 'actions' || kind === 'compaction' ? { name: id, byDefault: false } : undefined;
}

/** All that must be open for the event `id` to be seen whole. */
export function foldsTo(item: PageItem, id: string): string[] {
  const { kind, events } = item;
  if (!events.some((event) => event.id === id)) return [];
  if (kind === 'subagent') return [workFold(events[0].id), ...subagentItems(item).flatMap((inner) => foldsTo(inner, id))];
  if (kind === 'actions') return events.length > 1 ? [blockFold(events[0].id), id] : [id];
  return kind === 'compaction' ? [id] : [];
}
