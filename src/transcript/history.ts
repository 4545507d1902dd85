import { createHash } from 'node:crypto';
import { type HistoryCursor, type HistoryEntry, type HistoryUpdate, historyWindow, type LegacyReply, windowOf } from '../shared/history';
import type { ProjectedEntry } from './entries';
import type { HistoryRevision } from './historyCache';

/** The last entries, as they cross to a page: without the texts of tools. */
export function redactedWindow(entries: readonly ProjectedEntry[]): HistoryEntry[] {
  return windowOf(entries).map(({ position: _, ...entry }) => (entry.role === 'tool' && entry.text !== '' ? redacted(entry) : entry));
}

function redacted(entry: HistoryEntry): HistoryEntry {
  return { ...entry, text: '', text_bytes: Buffer.byteLength(entry.text), text_hash: textHash(entry.text) };
}

/** SHA-256 in lower-case hex over the UTF-8 of `text`. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a page that has seen `cursor` needs to know of the newest of `revisions`; all of it where it has seen none of them. */
export function updateOf(revisions: readonly [...HistoryRevision[], HistoryRevision], cursor: HistoryCursor | undefined): HistoryUpdate {
  const newest = revisions.at(-1) as HistoryRevision;
  const common = { history_version: 2, cursor: newest.cursor, window_limit: historyWindow } as const;
  const base = revisions.find((each) => each.cursor.epoch === cursor?.epoch && each.cursor.revision === cursor.revision);
  if (base === undefined) return { ...common, mode: 'snapshot', entries: newest.entries };
  const before = new Map(base.entries.map((entry) => [entry.id, entry]));
  const now = new Set(newest.entries.map(({ id }) => id));
  const order = newest.entries.map(({ id }) => id);
  const isReordered = order.length !== base.entries.length || order.some((id, index) => id !== base.entries[index]?.id);
  return {
    ...common,
    mode: 'delta',
    base_revision: base.cursor.revision,
    upserts: newest.entries.filter((entry) => !isEqual(entry, before.get(entry.id))),
    removed: base.entries.flatMap(({ id }) => (now.has(id) ? [] : id)),
    ...(isReordered && { order }),
  };
}

/** A text that is left out differs by its hash. Entries are flat, and their fields in one order. */
function isEqual(a: HistoryEntry, b: HistoryEntry | undefined): boolean {
  return b !== undefined && (a === b || JSON.stringify(a) === JSON.stringify(b));
}

/** What callers of version 1 get. */
export function legacyMessages(entries: readonly HistoryEntry[]): LegacyReply['messages'] {
  const messages = entries.filter(({ kind }) => kind === 'message');
  return messages.slice(-historyWindow).map(({ id, role, text, sent_at }) => ({ id, role, text, sent_at }));
}

/** The cursor in what a caller sent; `undefined` when it is none. */
export function cursorOf(value: unknown): HistoryCursor | undefined {
  const { epoch, revision } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof HistoryCursor, unknown>>;
  return typeof epoch === 'string' && typeof revision === 'number' && Number.isSafeInteger(revision) && revision >= 1 ? { epoch, revision } : undefined;
}
