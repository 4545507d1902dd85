import type { FoundSession, SessionRecord } from '../agents/agent';
import { asObject, asString, parseObject } from '../core/json';
import type { IndexRow } from '../store/indexFile';

/** A session as the index keeps it from one start to the next. */
export interface SavedSession {
  readonly found: FoundSession;
  readonly record: SessionRecord;
  /** The comparable form of the record's folder. */
  readonly comparable: string | null;
}

export function toRow(agent: string, { found, record, comparable }: SavedSession): IndexRow {
  // What runs now says nothing about the next start.
  return { agent, id: found.id, value: JSON.stringify({ found: { ...found, running: false }, record, comparable }) };
}

/** The session of `row`, or `undefined` when it isn't one of ours. The index file's version vouches for the inner shape. */
export function fromRow(row: IndexRow): SavedSession | undefined {
  const value = parseObject(row.value);
  const ids = [asObject(value?.['found']), asObject(value?.['record'])].map((part) => asString(part?.['id']));
  return ids.every((id) => id === row.id) ? (value as unknown as SavedSession) : undefined;
}
