import * as fs from 'node:fs';
import { createHash } from 'node:crypto';
import { asArray, asNumber, asString, type Json, parseObject } from '../../core/json';
import type { Result } from '../../core/result';
import type { Files } from '../../platform/files';
import { type DatabaseCode, type ForeignDatabase, readDatabase, type Row } from '../../platform/sqlite';
import type { FoundSession, Skipped } from '../agent';
import { type DatabaseFacts, type Extent, latest } from './facts';
import { withOrigins } from './forks';
import { modelName, type NativeSession, plain, sessionColumns, sessionOfRow } from './schema';

/**
 * opencode records nothing of its running processes. An unfinished answer is a running one or the last trace of a killed
 * process; after this many milliseconds without a write it is taken for the latter. Tools are silent for minutes.
 */
const longestSilence = 10 * 60_000;

/** Names the sessions of one database, with a few queries over indexes. A damaged database gives what could be read of it. */
export function findInDatabase(files: Files, file: string): { sessions: FoundSession[]; skipped: Skipped[] } {
  const rows = new Map<string, NativeSession>();
  const extents = new Map<string, Extent>();
  const problems = new Set<string>();
  // One by one, so that damage in one table hides nothing in the others.
  const attempt = (step: (database: ForeignDatabase) => void): boolean => {
    const result = readStable(files, file, step);
    // Missing: gone since the folder was listed, or not made yet under the name that `OPENCODE_DB` gives.
    if (!result.ok && result.code !== 'database_missing') problems.add(result.detail === '' ? result.code : result.detail);
    return result.ok;
  };
  attempt((database) => {
    if (!sessionTables.some((table) => database.columns(table).has('id')) && hasTables(database)) problems.add('no session table');
  });
  for (const table of sessionTables) attempt((database) => readSessions(database, table, rows));
  const isUsualRead = attempt((database) => readExtents(database, usualMessages(database), extents));
  const isNewRead = attempt((database) => readExtents(database, newMessages(database), extents));
  const missing = isUsualRead && isNewRead ? noExtent : null;
  const facts = [...rows].map(([id, session]): [string, DatabaseFacts] => [
    id,
    { store: 'database', session, extent: extents.get(id) ?? missing, origin: null, copiedFrom: [] },
  ]);
  return {
    sessions: withOrigins(facts).map(([id, fact]) => found(file, id, fact)),
    skipped: [...problems].map((detail) => ({ path: file, id: null, reason: 'database_unreadable', detail })),
  };
}

/** Later ones win: opencode 2 leaves the rows of before where they are. */
const sessionTables = ['session', 'session_v2'] as const;

function found(file: string, id: string, facts: DatabaseFacts): FoundSession {
  const signature = createHash('sha1').update(JSON.stringify([file, facts])).digest('hex');
  const unfinishedAt = facts.extent?.unfinishedAt ?? null;
  const running = unfinishedAt !== null && Math.abs(Date.now() - unfinishedAt) < longestSilence;
  return { id, signature, files: [file], facts, running };
}

/** Reads again what was read as a file that nobody writes when it turns out that somebody did meanwhile. */
export function readStable<T>(files: Files, file: string, read: (database: ForeignDatabase) => T): Result<T, DatabaseCode> {
  const before = writtenState(file);
  const result = readDatabase(files, file, read);
  return before.hasLog || writtenState(file).stamp === before.stamp ? result : readDatabase(files, file, read);
}

function writtenState(file: string): { hasLog: boolean; stamp: string } {
  const { size, mtimeMs } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  const hasLog = fs.existsSync(`${file}-wal`);
  return { hasLog, stamp: JSON.stringify([size, mtimeMs, hasLog]) };
}

function hasTables(database: ForeignDatabase): boolean {
  return [...database.rows("SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 1")].length > 0;
}

function readSessions(database: ForeignDatabase, table: string, into: Map<string, NativeSession>): void {
  const present = database.columns(table);
  if (!present.has('id')) return;
  const columns = sessionColumns.filter((column) => present.has(column)).map((column) => (column.startsWith('time_') ? time(column) : column));
  for (const row of database.rows(`SELECT ${columns.join(', ')} FROM ${table}`)) {
    const id = asString(plain(row['id']));
    if (id !== undefined && id !== '') into.set(id, sessionOfRow(row));
  }
}

/** As a floating-point number: an absurd integer would fail the whole reading instead of this one value. */
export function time(expression: string, name = expression): string {
  return `CAST(${expression} AS REAL) AS ${name}`;
}

const noExtent: Extent = { messages: 0, firstAt: null, lastAt: null, state: '', unfinishedAt: null, model: null };

function readExtents(database: ForeignDatabase, sql: string | undefined, into: Map<string, Extent>): void {
  if (sql === undefined) return;
  for (const row of database.rows(sql)) {
    const id = asString(plain(row['session_id']));
    if (id === undefined) continue;
    const before = into.get(id);
    const extent = extentOf(row);
    into.set(id, before === undefined ? extent : joined(before, extent));
  }
}

/** Parsing in SQLite spares copying a prompt's recorded changes, which can be megabytes. */
const ends = (paths: string): string => `CASE WHEN json_valid(m.data) THEN json_extract(m.data, ${paths}) END AS ends`;

function usualMessages(database: ForeignDatabase): string | undefined {
  if (!hasColumns(database, 'message', ['id', 'session_id', 'time_created', 'time_updated', 'data'])) return undefined;
  const parts = hasColumns(database, 'part', ['message_id', 'time_updated'])
    ? `(SELECT count(*) || ' ' || max(time_updated) FROM part WHERE message_id = m.id) AS parts,
       (SELECT ${time('max(time_updated)', 'touched')} FROM part WHERE message_id = m.id) AS touched,`
    : '';
  return `
    SELECT e.session_id, e.messages, e.first, m.id, ${time('m.time_created', 'created')}, ${time('m.time_updated', 'updated')}, ${parts}
      ${ends(`'$.role', '$.time.created', '$.time.completed', '$.error.name', '$.providerID', '$.modelID'`)}
    FROM (SELECT session_id, count(*) AS messages, ${time('min(time_created)', 'first')} FROM message GROUP BY session_id) e
    LEFT JOIN message m ON m.id = (
      SELECT id FROM message WHERE session_id = e.session_id ORDER BY time_created DESC, id DESC LIMIT 1)`;
}

function newMessages(database: ForeignDatabase): string | undefined {
  if (!hasColumns(database, 'session_message', ['id', 'session_id', 'type', 'seq', 'time_created', 'time_updated', 'data'])) return undefined;
  return `
    SELECT e.session_id, e.messages, m.id, m.type, ${time('m.time_created', 'created')}, ${time('m.time_updated', 'updated')},
      (SELECT CAST(max(seq) AS TEXT) FROM session_message WHERE session_id = e.session_id) AS parts,
      (SELECT ${time('min(time_created)', 'first')} FROM session_message WHERE session_id = e.session_id) AS first,
      ${ends(`'$.type', '$.time.created', '$.time.completed', '$.error.type', '$.model.providerID', '$.model.id'`)}
    FROM (SELECT session_id, count(*) AS messages, max(seq) AS last FROM session_message
          WHERE type IN ('user', 'assistant') GROUP BY session_id) e
    LEFT JOIN session_message m ON m.session_id = e.session_id AND m.seq = e.last`;
}

export function hasColumns(database: ForeignDatabase, table: string, wanted: readonly string[]): boolean {
  const present = database.columns(table);
  return wanted.every((column) => present.has(column));
}

function extentOf(row: Row): Extent {
  const number = (column: string): number | null => asNumber(plain(row[column])) ?? null;
  const [role, created, completed, error, provider, model] = endsOf(asString(plain(row['ends'])));
  const isAnswer = (asString(plain(row['type'])) ?? role) === 'assistant';
  const isUnfinished = isAnswer && asNumber(completed) === undefined && asString(error) === undefined;
  return {
    messages: number('messages') ?? 0,
    firstAt: number('first'),
    lastAt: latest([number('created'), asNumber(created) ?? null, asNumber(completed) ?? null]),
    state: [row['id'], row['updated'], row['parts']].join(' '),
    unfinishedAt: isUnfinished ? latest([number('updated'), number('touched')]) : null,
    model: isAnswer ? modelName(provider, model) : null,
  };
}

/** The values of `ends`, which SQLite gives as a JSON array. */
function endsOf(text: string | undefined): readonly (Json | undefined)[] {
  return text === undefined ? [] : asArray(parseObject(`{"values":${text}}`)?.['values']);
}

/** A session with messages of both shapes. */
function joined(a: Extent, b: Extent): Extent {
  const last = (b.lastAt ?? 0) >= (a.lastAt ?? 0) ? b : a;
  const first = [a.firstAt, b.firstAt].filter((time) => time !== null);
  return {
    messages: a.messages + b.messages,
    firstAt: first.length === 0 ? null : Math.min(...first),
    lastAt: last.lastAt,
    state: `${a.state} ${b.state}`,
    unfinishedAt: last.unfinishedAt,
    model: last.model ?? a.model ?? b.model,
  };
}
