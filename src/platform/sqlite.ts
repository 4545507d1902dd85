import * as fs from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '../core/result';
import { copyDatabase } from './databaseCopy';
import type { Files } from './files';

/** `sqlite_missing`: this Node has no `node:sqlite`. */
export type DatabaseCode = 'database_missing' | 'database_busy' | 'database_unreadable' | 'sqlite_missing';

/** Integers beyond 2^53 are the nearest number. */
export type Cell = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, Cell>>;

/** How long to wait for a lock of the program that owns the database, in milliseconds: this thread stands still meanwhile. */
const busyTimeout = 1000;
/** A reader sees I/O errors for moments while the program resets its log. Attempts, and milliseconds between them. */
const attempts = 3;
const pause = 50;

/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const sqliteCodes = { busy: 5, locked: 6, readOnly: 8, io: 10, cannotOpen: 14 } as const;

/** Node's SQLite, `undefined` where it has none: asked for at run time, so that the modules that use it load there, too. */
export function nodeSqlite(): typeof import('node:sqlite') | undefined {
  return process.getBuiltinModule('node:sqlite');
}

/** An open database of another program. Schemas of other programs change: ask for columns before selecting. */
export class ForeignDatabase {
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly database: DatabaseSync, private readonly files: Files) {}

  /** The columns of a table or view; none when it does not exist. */
  columns(table: string): ReadonlySet<string> {
    const columns = this.known.get(table) ?? new Set([...this.rows('SELECT name FROM pragma_table_info(?)', table)].map(({ name }) => String(name)));
    this.known.set(table, columns);
    return columns;
  }

  /** Of `wanted`, the columns that `table` has, for a SELECT: `*` brings unknown blobs. */
  select(table: string, wanted: readonly string[]): string {
    const there = this.columns(table);
    return wanted.filter((column) => there.has(column)).join(', ');
  }

  /** The rows of one SELECT, one by one: a database can be larger than memory. */
  *rows(sql: string, ...parameters: (null | number | string)[]): IterableIterator<Row> {
    const statement = this.database.prepare(sql);
    // Without it an integer beyond 2^53 in any row is an error.
    statement.setReadBigInts(true);
    for (const row of statement.iterate(...parameters)) {
      this.files.stats.rows++;
      for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name]);
      yield row as Row;
    }
  }

  /** Copies the whole database, with what is still in its log, to `file`, which must not be there yet. */
  copyTo(file: string): void {
    this.database.prepare('VACUUM INTO ?').run(file);
  }
}

/** A database that stays open for the readings to come. */
interface Opened {
  readonly database: DatabaseSync;
  readonly foreign: ForeignDatabase;
  /** As it was when it was opened as a file that nobody writes; `undefined` where writing would be noticed. */
  readonly unwritten: string | undefined;
}

const opened = new WeakMap<Files, Map<string, Opened>>();

/**
 * Hands a database that another program may be writing to `read`. It is opened read-only, once for `files`, and closed with it.
 * Nothing is written or checkpointed; what is still in a write-ahead log is seen. Where somebody begins to write meanwhile `read` is
 * called again: what it gathers elsewhere begins anew each time. Synchronous: call it in a worker.
 * Errors of SQLite and the file system, also those thrown out of `read`, become values; `detail` is their message.
 */
export function readDatabase<T>(files: Files, file: string, read: (database: ForeignDatabase) => T): Result<T, DatabaseCode> {
  if (nodeSqlite() === undefined) return fail('sqlite_missing');
  try {
    if (!fs.existsSync(file)) return fail('database_missing', file);
    const first = openedFor(files, file);
    const value = read(first.foreign);
    const now = openedFor(files, file);
    return ok(now === first ? value : read(now.foreign));
  } catch (error) {
    const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
    if (code !== 'ERR_SQLITE_ERROR' && syscall === undefined) throw error;
    const isBusy = primaryCode(error) === sqliteCodes.busy || primaryCode(error) === sqliteCodes.locked;
    return fail(isBusy ? 'database_busy' : 'database_unreadable', message ?? '');
  }
}

/** The database as opened before, or anew when somebody has begun to write what was opened as a file that nobody writes. */
function openedFor(files: Files, file: string): Opened {
  const ofFiles = opened.get(files) ?? new Map<string, Opened>();
  if (!opened.has(files)) {
    opened.set(files, ofFiles);
    files.own.add({ dispose: () => ofFiles.forEach(({ database }) => database.close()) });
  }
  const before = ofFiles.get(file);
  if (before !== undefined && (before.unwritten === undefined || before.unwritten === stateOf(files, file))) return before;
  ofFiles.delete(file);
  before?.database.close();
  const anew = open(files, file);
  ofFiles.set(file, anew);
  return anew;
}

function open(files: Files, file: string): Opened {
  for (let attempt = 1; ; attempt++) {
    try {
      return openAt(files, file);
    } catch (error) {
      const code = primaryCode(error);
      // The log's index, without which there is no reading, must be made in a folder that can't be written.
      if (code === sqliteCodes.cannotOpen || code === sqliteCodes.readOnly) return openAt(files, copyDatabase(files, file));
      if (code !== sqliteCodes.io || attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

/**
 * A database in WAL mode gets its `-wal` and `-shm` files created by whoever opens it, even for reading, and they stay: where neither is
 * there nobody writes, and `immutable` reads the file alone.
 * @throws an error like the file system's for what is no file: opening a pipe would wait for its writer.
 */
function openAt(files: Files, file: string): Opened {
  const stat = fs.statSync(file);
  if (!stat.isFile()) throw Object.assign(new Error(`${file} is no file`), { code: stat.isDirectory() ? 'EISDIR' : 'ENOTSUP', syscall: 'open' });
  files.stats.opens++;
  const url = pathToFileURL(file);
  const unwritten = isShared(file) || !isInWalMode(file) ? undefined : stateOf(files, file);
  if (unwritten !== undefined) url.searchParams.set('immutable', '1');
  const database = new (nodeSqlite() as typeof import('node:sqlite')).DatabaseSync(url, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${String(busyTimeout)}`);
    // SQLite opens the log with the first query.
    database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, foreign: new ForeignDatabase(database, files), unwritten };
}

function isShared(file: string): boolean {
  return fs.existsSync(`${file}-wal`) || fs.existsSync(`${file}-shm`);
}

function stateOf(files: Files, file: string): string {
  files.stats.stats += 2;
  const { size, mtimeMs, ino } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  return JSON.stringify([size, mtimeMs, ino, isShared(file)]);
}

/** The mode is in the header, https://sqlite.org/fileformat.html. */
function isInWalMode(file: string): boolean {
  const header = Buffer.alloc(20);
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.readSync(descriptor, header, 0, header.length, 0);
  } finally {
    fs.closeSync(descriptor);
  }
  return header[18] === 2 || header[19] === 2;
}

function primaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  // The low byte; the rest tells variants of it apart.
  return errcode === undefined ? undefined : errcode & 0xff;
}
