import { createHash } from 'node:crypto';
import { asArray, asNumber, asString, type Json, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { type ForeignDatabase, readDatabase, type Row } from '../../platform/sqlite';
import type { FoundSession, Skipped } from '../agent';
import { hasColumns } from './database';
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
  const problems = new Set<string>();
  // One by one, so that damage in one table hides nothing in the others.
  const attempt = <T>(step: (database: ForeignDatabase, into: Map<string, T>) => boolean): { rows: Map<string, T>; isWhole: boolean } => {
    let rows = new Map<string, T>();
    const result = readDatabase(files, file, (database) => step(database, (rows = new Map<string, T>())));
    // Missing: gone since the folder was listed, or not made yet under the name that `OPENCODE_DB` gives.
    if (!result.ok && result.code !== 'database_missing') problems.add(result.detail === '' ? result.code : result.detail);
    return { rows, isWhole: result.ok && result.value };
  };
  if (!attempt(hasSessions).isWhole && problems.size === 0) problems.add('no session table');
  const sessions = sessionTables.map((table) => attempt<NativeSession>((database, into) => readSessions(database, table, into)));
  const extents = shapes.map((shape) => attempt<Extent>((database, into) => readExtents(database, shape, into)));
  const areCounted = extents.every(({ isWhole }) => isWhole);
  const facts = sessions.flatMap(({ rows }) => [...rows]).map(([id, session]): [string, DatabaseFacts] => {
    const extent = extents.reduce<Extent | null>((sum, { rows }) => joined(sum, rows.get(id) ?? null), areCounted ? noExtent : null);
    return [id, { store: 'database', session, extent, origin: null, copiedFrom: [] }];
  });
  return {
    // A map of the whole: later tables win, because opencode 2 leaves the rows of before where they are.
    sessions: withOrigins([...new Map(facts)]).map(([id, fact]) => found(file, id, fact)),
    skipped: [...problems].map((detail) => ({ path: file, id: null, reason: 'database_unreadable', detail })),
  };
}

const sessionTables = ['session', 'session_v2'] as const;

function found(file: string, id: string, facts: DatabaseFacts): FoundSession {
  const signature = createHash('sha1').update(JSON.stringify([file, facts])).digest('hex');
  const unfinishedAt = facts.extent?.unfinishedAt ?? null;
  const running = unfinishedAt !== null && Math.abs(Date.now() - unfinishedAt) < longestSilence;
  return { id, signature, files: [file], facts, running };
}

/** Also true of a database that has no table at all yet: in the first hours of an installation everything may be in its log. */
function hasSessions(database: ForeignDatabase): boolean {
  const tables = [...database.rows("SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 1")];
  return tables.length === 0 || sessionTables.some((table) => database.columns(table).has('id'));
}

function readSessions(database: ForeignDatabase, table: string, into: Map<string, NativeSession>): boolean {
  const present = database.columns(table);
  if (!present.has('id')) return false;
  const columns = sessionColumns.filter((column) => present.has(column));
  for (const row of database.rows(`SELECT ${columns.join(', ')} FROM ${table}`)) {
    const id = asString(plain(row['id']));
    if (id !== undefined && id !== '') into.set(id, sessionOfRow(row));
  }
  return true;
}

const noExtent: Extent = { messages: 0, firstAt: null, lastAt: null, state: '', unfinishedAt: null, model: null };

/** A way of storing messages: what its table must have, and the query that sums up sessions. */
interface Shape {
  readonly table: string;
  readonly columns: readonly string[];
  sql(database: ForeignDatabase): string;
}

/** `false` for a table that lacks what is needed; one that isn't there holds nothing. */
function readExtents(database: ForeignDatabase, shape: Shape, into: Map<string, Extent>): boolean {
  if (!hasColumns(database, shape.table, shape.columns)) return database.columns(shape.table).size === 0;
  for (const row of database.rows(shape.sql(database))) {
    const id = asString(plain(row['session_id']));
    if (id !== undefined) into.set(id, extentOf(row));
  }
  return true;
}

/** Parsing in SQLite spares copying a prompt's recorded changes, which can be megabytes. */
const ends = (paths: string): string => `CASE WHEN json_valid(m.data) THEN json_extract(m.data, ${paths}) END AS ends`;

const usualShape: Shape = {
  table: 'message',
  columns: ['id', 'session_id', 'time_created', 'time_updated', 'data'],
  sql(database) {
    const parts = hasColumns(database, 'part', ['message_id', 'time_updated'])
      ? `(SELECT count(*) || ' ' || max(time_updated) FROM part WHERE message_id = m.id) AS parts,
         (SELECT max(time_updated) AS touched FROM part WHERE message_id = m.id) AS touched,`
      : '';
    return `
      SELECT e.session_id, e.messages, e.first, m.id, m.time_created AS created, m.time_updated AS updated, ${parts}
        ${ends(`'$.role', '$.time.created', '$.time.completed', '$.error.name', '$.providerID', '$.modelID'`)}
      FROM (SELECT session_id, count(*) AS messages, min(time_created) AS first FROM message GROUP BY session_id) e
      LEFT JOIN message m ON m.id = (
        SELECT id FROM message WHERE session_id = e.session_id ORDER BY time_created DESC, id DESC LIMIT 1)`;
  },
};

const newShape: Shape = {
  table: 'session_message',
  columns: ['id', 'session_id', 'type', 'seq', 'time_created', 'time_updated', 'data'],
  sql: () => `
    SELECT e.session_id, e.messages, m.id, m.type, m.time_created AS created, m.time_updated AS updated,
      (SELECT CAST(max(seq) AS TEXT) FROM session_message WHERE session_id = e.session_id) AS parts,
      (SELECT min(time_created) AS first FROM session_message WHERE session_id = e.session_id) AS first,
      ${ends(`'$.type', '$.time.created', '$.time.completed', '$.error.type', '$.model.providerID', '$.model.id'`)}
    FROM (SELECT session_id, count(*) AS messages, max(seq) AS last FROM session_message
          WHERE type IN ('user', 'assistant') GROUP BY session_id) e
    LEFT JOIN session_message m ON m.session_id = e.session_id AND m.seq = e.last`,
};

const shapes = [usualShape, newShape] as const;

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

/** What both shapes hold of one session; `null` is what is not known. */
function joined(a: Extent | null, b: Extent | null): Extent | null {
  if (a === null || b === null) return a ?? b;
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
