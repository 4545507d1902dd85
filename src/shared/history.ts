import type { AgentId, SessionKey } from './agentId';
import type { TranscriptOmission, TranscriptPart } from './transcriptPart';

/** What an update covers: this many entries of the conversation, with the tools between them. */
export const historyWindow = 200;

export type EntryRole = 'user' | 'assistant' | 'tool';
export type EntryKind = 'message' | 'tool_call' | 'tool_result' | 'error';

/** One thing that was said, called, answered or failed. */
export interface HistoryEntry {
  /** Names the entry among those of its session: equal after a refresh, and for a call whose arguments were rewritten. */
  readonly id: string;
  readonly role: EntryRole;
  readonly kind: EntryKind;
  /** A message; a call's arguments as indented JSON; a result. Empty where `text_bytes` is set. */
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly sent_at: string;
  readonly tool_name?: string;
  readonly source_call_id?: string;
  readonly is_error?: true;
  /** Of a text that is left out until it is asked for: its length in UTF-8. */
  readonly text_bytes?: number;
  /** Of such a text: SHA-256 in lower-case hex over its UTF-8. */
  readonly text_hash?: string;
}

/** What a page has seen. */
export interface HistoryCursor {
  readonly epoch: string;
  /** From 1. */
  readonly revision: number;
}

interface UpdateBase {
  readonly history_version: 2;
  readonly cursor: HistoryCursor;
  readonly window_limit: number;
}

export interface HistorySnapshot extends UpdateBase {
  readonly mode: 'snapshot';
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryDelta extends UpdateBase {
  readonly mode: 'delta';
  readonly base_revision: number;
  /** Entries that are new or differ. */
  readonly upserts: readonly HistoryEntry[];
  /** Ids of the base that are not in the window any more. */
  readonly removed: readonly string[];
  /** All ids, where their sequence differs from the base's. */
  readonly order?: readonly string[];
}

export type HistoryUpdate = HistorySnapshot | HistoryDelta;

/** What every reply says of the session. */
export interface HistoryHead {
  readonly status: 'ok' | 'missing_session' | 'missing_file';
  readonly detail: string;
  readonly key: SessionKey;
  readonly agent: AgentId | null;
  readonly path: string | null;
  /** The file's time, ISO 8601. */
  readonly updated_at: string | null;
}

/** What was left out, to be told to the reader. */
export interface HistoryBounds {
  /** What of a source that is too long to be read whole. */
  readonly part: TranscriptPart | null;
  readonly omissions: readonly TranscriptOmission[];
}

export type HistoryReply = HistoryHead & HistoryBounds & HistoryUpdate;

/** The answer for a key that names no session; `epoch` is a new one. */
export function noSession(key: SessionKey, epoch: string): HistoryReply {
  const head = { status: 'missing_session', detail: key, key, agent: null, path: null, updated_at: null } as const;
  return { ...head, part: null, omissions: [], history_version: 2, mode: 'snapshot', cursor: { epoch, revision: 1 }, window_limit: historyWindow, entries: [] };
}

/** What callers of version 1 get: the last messages alone. */
export type LegacyReply = HistoryHead & { readonly messages: readonly Pick<HistoryEntry, 'id' | 'role' | 'text' | 'sent_at'>[] };

export interface EntryText {
  readonly entry_id: string;
  readonly text: string;
  readonly text_hash: string;
}

/** From the end, the last `limit` entries of the conversation and what tools did after the first of them. */
export function windowOf<E extends Pick<HistoryEntry, 'role'>>(entries: readonly E[], limit: number = historyWindow): readonly E[] {
  let left = limit;
  let start = entries.length;
  for (let at = entries.length - 1; at >= 0 && left > 0; at--) {
    if (entries[at]?.role === 'tool') continue;
    left--;
    start = at;
  }
  // Where there is less of the conversation, tools before it are in the window too.
  return entries.slice(left > 0 ? 0 : start);
}

/** What a page knows of a session. */
export interface HistoryState {
  /** `null` before the first update. */
  readonly cursor: HistoryCursor | null;
  readonly entries: readonly HistoryEntry[];
}

export const noHistory: HistoryState = { cursor: null, entries: [] };

/**
 * The state after `update`, which answers a request that carried `sent`; `undefined` when it does not fit, and the state must stay:
 * the next request carries the old cursor, and its answer heals everything. Never throws, whatever `update` is.
 */
export function mergeHistory(state: HistoryState, update: unknown, sent: HistoryCursor | null): HistoryState | undefined {
  if (!isSame(state.cursor, sent) || !isUpdate(update)) return undefined;
  const { cursor } = update;
  if (state.cursor?.epoch === cursor.epoch && cursor.revision <= state.cursor.revision) return undefined;
  const entries = update.mode === 'snapshot' ? update.entries : applied(state, update);
  if (entries === undefined || !areUnique(entries.map(({ id }) => id))) return undefined;
  const limit = Math.min(historyWindow, Math.max(1, Math.trunc(update.window_limit) || 1));
  return { cursor, entries: windowOf(entries, limit) };
}

function applied({ cursor, entries }: HistoryState, update: HistoryDelta): readonly HistoryEntry[] | undefined {
  if (cursor?.epoch !== update.cursor.epoch || cursor.revision !== update.base_revision) return undefined;
  if (!areUnique(update.upserts.map(({ id }) => id))) return undefined;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const id of update.removed) byId.delete(id);
  for (const entry of update.upserts) byId.set(entry.id, entry);
  const order = update.order ?? entries.map(({ id }) => id);
  if (order.length !== byId.size || !areUnique(order)) return undefined;
  const ordered = order.flatMap((id) => byId.get(id) ?? []);
  return ordered.length === order.length ? ordered : undefined;
}

type Loose<T> = { readonly [K in keyof T]?: unknown };

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isUpdate(value: unknown): value is HistoryUpdate {
  if (!isObject(value)) return false;
  const { history_version, mode, cursor, window_limit, entries, base_revision, upserts, removed, order } = value as Loose<HistorySnapshot & HistoryDelta>;
  if (history_version !== 2 || typeof window_limit !== 'number' || !isCursor(cursor)) return false;
  if ((mode as unknown) === 'snapshot') return areEntries(entries);
  return mode === 'delta' && typeof base_revision === 'number' && areEntries(upserts) && areTexts(removed) && (order === undefined || areTexts(order));
}

function isCursor(value: unknown): value is HistoryCursor {
  const { epoch, revision }: Loose<HistoryCursor> = isObject(value) ? value : {};
  return typeof epoch === 'string' && Number.isSafeInteger(revision) && (revision as number) >= 1;
}

/** With all that a page shows of each. */
function areEntries(value: unknown): value is readonly HistoryEntry[] {
  return Array.isArray(value) && value.every((entry: unknown) => {
    const { id, role, kind, text, sent_at, tool_name }: Loose<HistoryEntry> = isObject(entry) ? entry : {};
    return areTexts([id, role, kind, text, sent_at]) && (tool_name === undefined || typeof tool_name === 'string');
  });
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isSame(a: HistoryCursor | null, b: HistoryCursor | null): boolean {
  return a?.epoch === b?.epoch && a?.revision === b?.revision;
}

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
