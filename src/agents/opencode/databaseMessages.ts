import { asNumber, asObject, asString, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { type ForeignDatabase, readDatabase, type Row } from '../../platform/sqlite';
import { hasColumns } from './database';
import { type MessageVisitor, type NativeMessage, type NativePart, promptText } from './message';
import { newMessage } from './newShape';
import { plain } from './schema';
import { copyKey } from './usage';

/**
 * Hands the messages of one session to `visit`, in the order of the conversation. What the database refuses to give is
 * one omission; what came before it has been handed over.
 */
export function visitDatabase(files: Files, file: string, session: string, visit: MessageVisitor): void {
  let seen = 0;
  const result = readDatabase(files, file, (database) => {
    let number = 0;
    for (const message of messagesOf(database, file, session)) {
      // On a second reading, what the first one handed over is not handed over again.
      if (++number > seen) visit.message(message);
      seen = Math.max(seen, number);
    }
  });
  if (!result.ok) visit.omission({ code: 'unreadable', source: { file, line: 0 } });
}

/** The words of the first prompt that has any. */
export function firstPromptIn(files: Files, file: string, session: string): string | null {
  const result = readDatabase(files, file, (database) => {
    for (const message of messagesOf(database, file, session)) {
      const text = message.role === 'user' ? promptText(message) : '';
      if (text !== '') return text;
    }
    return null;
  });
  return result.ok ? result.value : null;
}

/** The keys of all answers in `sessions`, for telling copies of them. */
export function answersIn(files: Files, file: string, sessions: readonly string[]): Set<string> {
  const keys = new Set<string>();
  readDatabase(files, file, (database) => {
    for (const session of sessions) {
      for (const message of recordsOf(database, file, session)) if (message.role === 'assistant') keys.add(copyKey(message));
    }
  });
  return keys;
}

/**
 * Hands the answers of one session to `take`, without their parts, and answers whether all could be read. What the
 * database gives twice, when it was written to meanwhile, is handed over twice.
 */
export function eachAnswer(files: Files, file: string, session: string, take: (answer: NativeMessage) => void): boolean {
  return readDatabase(files, file, (database) => {
    for (const message of recordsOf(database, file, session)) if (message.role === 'assistant') take(message);
  }).ok;
}

function* messagesOf(database: ForeignDatabase, file: string, session: string): Generator<NativeMessage> {
  const hasParts = hasColumns(database, 'part', ['id', 'message_id', 'data']);
  for (const message of recordsOf(database, file, session)) {
    yield message.isNewShape || !hasParts ? message : { ...message, parts: [...partsOf(database, file, message.id)] };
  }
}

/**
 * The messages of both shapes, those of `message` without their parts. A session that goes on in opencode 2 may have
 * earlier messages in both tables; then the newer shape counts.
 */
function* recordsOf(database: ForeignDatabase, file: string, session: string): Generator<NativeMessage> {
  const usual = usualRecords(database, file, session);
  const first = usual.next();
  if (first.done === true) {
    yield* newerRecords(database, file, session);
    return;
  }
  const newer = [...newerRecords(database, file, session)];
  const known = new Set(newer.flatMap((message) => [message.id, moment(message)]));
  let next = 0;
  for (const message of chain(first.value, usual)) {
    if (known.has(message.id) || known.has(moment(message))) continue;
    while (next < newer.length && (newer[next]?.created ?? 0) < (message.created ?? 0)) yield newer[next++] as NativeMessage;
    yield message;
  }
  yield* newer.slice(next);
}

function* chain<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

/** A copy may have another id. */
function moment({ role, created }: NativeMessage): string {
  return `${role} ${String(created)}`;
}

function* usualRecords(database: ForeignDatabase, file: string, session: string): Generator<NativeMessage> {
  if (!hasColumns(database, 'message', ['id', 'session_id', 'time_created', 'data'])) return;
  // Not by id alone: the copies in a fork have new ids and old times.
  const sql = `SELECT rowid AS line, id, time_created AS created, data FROM message WHERE session_id = ? ORDER BY time_created, id`;
  for (const row of database.rows(sql, session)) {
    const { line, ...record } = recordOf(row);
    const { data } = record;
    yield {
      ...record,
      role: asString(data?.['role']) ?? '',
      created: asNumber(asObject(data?.['time'])?.['created']) ?? asNumber(plain(row['created'])) ?? null,
      source: { file, line },
      parts: [],
      isNewShape: false,
    };
  }
}

function* newerRecords(database: ForeignDatabase, file: string, session: string): Generator<NativeMessage> {
  if (!hasColumns(database, 'session_message', ['id', 'session_id', 'type', 'seq', 'time_created', 'data'])) return;
  const sql = `SELECT rowid AS line, id, type, time_created AS created, data FROM session_message WHERE session_id = ? ORDER BY seq`;
  for (const row of database.rows(sql, session)) {
    const { line, ...record } = recordOf(row);
    yield newMessage({
      ...record,
      type: asString(plain(row['type'])) ?? '',
      created: asNumber(plain(row['created'])) ?? null,
      source: { file, line },
    });
  }
}

function* partsOf(database: ForeignDatabase, file: string, message: string): Generator<NativePart> {
  for (const row of database.rows('SELECT rowid AS line, id, data FROM part WHERE message_id = ? ORDER BY id', message)) {
    const { line, ...record } = recordOf(row);
    yield { ...record, source: { file, line } };
  }
}

function recordOf(row: Row): { id: string; line: number; data: NativePart['data']; bytes?: number } {
  const text = asString(plain(row['data'])) ?? '';
  const data = parseObject(text);
  return {
    id: asString(plain(row['id'])) ?? '',
    line: asNumber(plain(row['line'])) ?? 0,
    data,
    ...(data === undefined && { bytes: Buffer.byteLength(text) }),
  };
}
