import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { databaseUrl, nodeSqlite } from '../../platform/sqlite';

/** How long a query waits for a lock of the program that owns the database, in milliseconds: this thread stands still meanwhile. */
const busyTimeout = 2000;
/** A reader sees I/O errors for moments while the program resets its log. Attempts, and milliseconds between them. */
const attempts = 3;
const pause = 50;
/** Larger databases are not copied where they can't be opened in place, in bytes. */
const largestCopy = 1 << 30;

/** Primary result codes of SQLite. */
const sqliteCodes = { readOnly: 8, io: 10, cannotOpen: 14 } as const;

/** What a query gave, also when it came to a damaged place. */
export interface Answer<T> {
  readonly items: readonly T[];
  /** What ended the query before its last row; `null` when nothing did. */
  readonly failure: string | null;
}

/** A database of the agent, open for reading. Queries are synchronous. */
export class Database {
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly database: DatabaseSync, private readonly files: Files) {}

  /** The columns of a table; none when it does not exist. */
  columns(table: string): ReadonlySet<string> {
    const columns = this.known.get(table) ?? new Set(this.query('SELECT name FROM pragma_table_info(?)', [table], ({ name }) => String(name)).items);
    this.known.set(table, columns);
    return columns;
  }

  /** Of `wanted`, the columns that `table` has, for a SELECT: tables differ by release, and `*` brings unknown blobs. */
  select(table: string, wanted: readonly string[]): string {
    const there = this.columns(table);
    return wanted.filter((column) => there.has(column)).join(', ');
  }

  /** What `take` makes of each row of one SELECT. Blobs are read as text in UTF-8. */
  query<T>(sql: string, parameters: readonly (string | number)[], take: (row: JsonObject) => T): Answer<T> {
    const items: T[] = [];
    try {
      const statement = this.database.prepare(sql);
      // Without it an integer beyond 2^53 in any row is an error.
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...parameters)) {
        this.files.stats.rows++;
        items.push(take(jsonOf(row)));
      }
      return { items, failure: null };
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error;
      return { items, failure: (error as Error).message };
    }
  }
}

/** A row of SQLite's as JSON; changes it, which is quicker than to make another. */
function jsonOf(row: Record<string, unknown>): JsonObject {
  for (const [name, cell] of Object.entries(row)) {
    if (typeof cell === 'bigint') row[name] = Number(cell);
    else if (cell instanceof Uint8Array) row[name] = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString();
  }
  return row as JsonObject;
}

const opened = new WeakMap<Files, Map<string, Promise<Database>>>();

/**
 * The database in `file`, opened once for `files` and closed with it. Read-only, with what is still in the write-ahead
 * log; nothing is written or checkpointed.
 * @throws SQLite's errors, and Node's when there is no such file.
 */
export function openDatabase(files: Files, file: string): Promise<Database> {
  const databases = opened.get(files) ?? new Map<string, Promise<Database>>();
  opened.set(files, databases);
  const database = databases.get(file) ?? open(files, file);
  databases.set(file, database);
  return database;
}

async function open(files: Files, file: string): Promise<Database> {
  await files.stat(file);
  for (let attempt = 1; ; attempt++) {
    try {
      return openAt(files, file);
    } catch (error) {
      const code = primaryCode(error);
      // The log's index, without which there is no reading, must be made in a folder that can't be written.
      if (code === sqliteCodes.cannotOpen || code === sqliteCodes.readOnly) return openAt(files, await copy(files, file));
      if (code !== sqliteCodes.io || attempt === attempts) throw error;
      await sleep(pause);
    }
  }
}

function openAt(files: Files, file: string): Database {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) throw new Error('this Node has no node:sqlite');
  files.stats.opens++;
  const database = new sqlite.DatabaseSync(databaseUrl(file), { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${String(busyTimeout)}; PRAGMA query_only = 1`);
    // SQLite opens the log with the first query.
    database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
  } catch (error) {
    database.close();
    throw error;
  }
  files.own.add({ dispose: () => database.close() });
  return new Database(database, files);
}

function primaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** Copies the database and its log, without the index, to a temporary folder that goes with `files`. */
async function copy(files: Files, file: string): Promise<string> {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'localix-hermes-'));
  files.own.add({ dispose: () => fs.rmSync(folder, { recursive: true, force: true }) });
  const target = path.join(folder, path.basename(file));
  for (let attempt = 1; ; attempt++) {
    const before = await stamps(files, file);
    if (before.size > largestCopy) throw new Error('it can\'t be opened where it is, and is too large to copy');
    for (const suffix of before.suffixes) await fs.promises.copyFile(file + suffix, target + suffix);
    if ((await stamps(files, file)).text === before.text || attempt === attempts) return target;
  }
}

async function stamps(files: Files, file: string): Promise<{ text: string; size: number; suffixes: readonly string[] }> {
  const found = await Promise.all(['', '-wal'].map(async (suffix) => {
    const stamp = await files.stat(file + suffix).catch(() => undefined);
    return stamp && { suffix, size: stamp.size, mtimeMs: stamp.mtimeMs };
  }));
  const there = found.filter((stamp) => stamp !== undefined);
  return {
    text: JSON.stringify(there),
    size: there.reduce((sum, { size }) => sum + size, 0),
    suffixes: there.map(({ suffix }) => suffix),
  };
}
