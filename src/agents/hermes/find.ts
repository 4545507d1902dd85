import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { type Conversation, conversationsOf } from './conversations';
import { type Answer, type Database, openDatabase } from './database';
import type { RawFacts } from './facts';
import { type SessionFiles, sessionFiles } from './filed';
import { databaseIn, filesIn, type Home, homes } from './homes';
import { knownSchema, modelUseColumns, sessionColumns, type SessionRow, sessionRow } from './schema';

/**
 * Every conversation of the root and its profiles: two queries a database, and a stat for each file of an older release
 * that adds to it. What is wrong with one home leaves the others alone.
 */
export async function find(place: Place, files: Files): Promise<Finding> {
  const sessions = new Map<string, FoundSession>();
  const skipped: Skipped[] = [];
  for (const home of await homes(place, files, (path, error) => skipped.push(skippedBy(error, path)))) {
    for (const found of await findIn(home, files, skipped)) {
      // A copied profile holds the same sessions again.
      if (sessions.has(found.id)) skipped.push({ path: found.files[0] ?? '', id: found.id, reason: 'duplicate', detail: home.profile ?? '' });
      else sessions.set(found.id, found);
    }
  }
  return { sessions: [...sessions.values()], skipped };
}

async function findIn(home: Home, files: Files, skipped: Skipped[]): Promise<FoundSession[]> {
  const file = databaseIn(home.folder);
  const database = await openIn(file, files, skipped);
  const { rows, usesOf } = database === undefined ? nothing : rowsIn(database, file, skipped);
  const older = await olderFiles(home, files, skipped);
  const found: FoundSession[] = [];
  for (const conversation of conversationsOf(rows)) {
    const [root] = conversation.rows;
    found.push(await stored(home, file, conversation, usesOf, older.get(root.id)?.jsonl, files));
  }
  for (const { id } of rows) older.delete(id);
  for (const [id, { json, jsonl }] of older) {
    const only = json ?? jsonl;
    if (only === undefined) continue;
    try {
      found.push(await filed(home, id, only, files));
    } catch (error) {
      skipped.push(skippedBy(error, only, id));
    }
  }
  return found;
}

/** `undefined` where there is no database. */
async function openIn(file: string, files: Files, skipped: Skipped[]): Promise<Database | undefined> {
  try {
    return await openDatabase(files, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const unreadable: Skipped = { path: file, id: null, reason: 'database_unreadable', detail: message };
    skipped.push(code === 'ERR_SQLITE_ERROR' ? unreadable : skippedBy(error, file));
    return undefined;
  }
}

async function olderFiles(home: Home, files: Files, skipped: Skipped[]): Promise<Map<string, SessionFiles>> {
  const folder = filesIn(home.folder);
  try {
    return await sessionFiles(folder, files);
  } catch (error) {
    skipped.push(skippedBy(error, folder));
    return new Map();
  }
}

/** A row with the record it was read from, which goes into the facts. */
interface RecordedRow extends SessionRow {
  readonly raw: JsonObject;
}

interface Rows {
  readonly rows: readonly RecordedRow[];
  /** By session; `undefined` where the release does not record which models answered. */
  readonly usesOf: ReadonlyMap<string, readonly JsonObject[]> | undefined;
}

const nothing: Rows = { rows: [], usesOf: undefined };

function rowsIn(database: Database, file: string, skipped: Skipped[]): Rows {
  const unreadable = (detail: string): void => void skipped.push({ path: file, id: null, reason: 'database_unreadable', detail });
  const columns = database.select('sessions', sessionColumns);
  if (columns === '') {
    unreadable('no table sessions');
    return nothing;
  }
  const select = (more: string): Answer<RecordedRow[]> => database.query(`SELECT ${columns}${more} FROM sessions`, [], (raw) => {
    const row = sessionRow(raw);
    return row === undefined ? [] : [{ ...row, raw }];
  });
  let answer = select(newestMessage);
  if (answer.failure !== null) {
    unreadable(answer.failure);
    // The damage may be in the messages alone.
    answer = select('');
  }
  const version = schemaOf(database);
  if (version > knownSchema) skipped.push({ path: file, id: null, reason: 'newer_schema', detail: String(version) });
  return { rows: answer.items.flat(), usesOf: usesIn(database) };
}

/** Changes with every message: the index gives it without a look at the messages. */
const newestMessage = ', (SELECT max(timestamp) FROM messages WHERE session_id = sessions.id) AS newest';

function schemaOf(database: Database): number {
  return Math.max(0, ...database.query('SELECT version FROM schema_version', [], ({ version }) => Number(version)).items);
}

function usesIn(database: Database): Rows['usesOf'] {
  const columns = database.select('session_model_usage', modelUseColumns);
  if (columns === '') return undefined;
  const uses = new Map<string, JsonObject[]>();
  // Other tasks (naming a session) are not of the conversation.
  database.query(`SELECT ${columns} FROM session_model_usage WHERE task = ''`, [], (row) => {
    const id = String(row['session_id']);
    uses.set(id, [...(uses.get(id) ?? []), row]);
  });
  return uses;
}

async function stored(
  home: Home,
  file: string,
  conversation: Conversation<RecordedRow>,
  usesOf: Rows['usesOf'],
  jsonl: string | undefined,
  files: Files,
): Promise<FoundSession> {
  const { rows, folder, parentId, subagentOf } = conversation;
  const facts: RawFacts = {
    profile: home.profile,
    database: file,
    file: jsonl ?? null,
    folder,
    parentId,
    subagentOf,
    rows: rows.map(({ raw }) => raw),
    uses: usesOf && rows.flatMap(({ id }) => usesOf.get(id) ?? []),
  };
  return session(rows[0].id, facts, jsonl === undefined ? [file] : [file, jsonl], await stampOf(jsonl, files));
}

async function filed(home: Home, id: string, file: string, files: Files): Promise<FoundSession> {
  const { size, mtimeMs, identity } = await files.stat(file);
  const none = { database: null, folder: null, parentId: null, subagentOf: null, rows: [], uses: undefined };
  return session(id, { ...none, profile: home.profile, file }, [file], `${identity}:${String(size)}:${String(mtimeMs)}`);
}

/** A transcript that goes away meanwhile leaves the database's. */
async function stampOf(file: string | undefined, files: Files): Promise<string> {
  if (file === undefined) return '';
  const stamp = await files.stat(file).catch(() => undefined);
  return stamp === undefined ? '' : `${String(stamp.size)}:${String(stamp.mtimeMs)}`;
}

function session(id: string, facts: RawFacts, paths: readonly string[], stamp: string): FoundSession {
  const signature = createHash('sha1').update(JSON.stringify(facts)).update(stamp).digest('base64');
  return { id, signature, files: paths, facts, running: false };
}
