import * as fs from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '../core/result';
import type { Files } from './files';

/** `sqlite_missing`: this Node has no `node:sqlite`. */
export type DatabaseCode = 'database_missing' | 'database_busy' | 'database_unreadable' | 'sqlite_missing';

/** Integers beyond 2^53 are not expected: reading one makes the whole reading fail as `database_unreadable`. */
export type Cell = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, Cell>>;

/** How long to wait for a lock of the program that owns the database, in milliseconds: this thread stands still meanwhile. */
const busyTimeout = 250;

const sqliteErrors: Readonly<Record<number, DatabaseCode>> = { 5: 'database_busy', 6: 'database_busy' };

/** Node's SQLite, `undefined` where it has none: asked for at run time, so that the modules that use it load there, too. */
export function nodeSqlite(): typeof import('node:sqlite') | undefined {
  return process.getBuiltinModule('node:sqlite');
}

/** An open database of another program. */
export class ForeignDatabase {
  constructor(private readonly database: DatabaseSync, private readonly files: Files) {}

  /** The columns of a table or view; none when it does not exist. Schemas of other programs change: ask before selecting. */
  columns(table: string): ReadonlySet<string> {
    const names = this.database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    return new Set(names.map((row) => String(row['name'])));
  }

  /** The rows of one SELECT, one by one: a database can be larger than memory. */
  *rows(sql: string, ...parameters: (null | number | string)[]): IterableIterator<Row> {
    for (const row of this.database.prepare(sql).iterate(...parameters)) {
      this.files.stats.rows++;
      yield row as Row;
    }
  }
}

/**
 * Opens a database that another program may be writing, read-only, hands it to `read` and closes it. Nothing is written,
 * copied or checkpointed; what is still in a write-ahead log is seen. Synchronous: call it in a worker.
 * Errors of SQLite and the file system, also those thrown out of `read`, become values; `detail` is their message.
 */
export function readDatabase<T>(files: Files, file: string, read: (database: ForeignDatabase) => T): Result<T, DatabaseCode> {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) return fail('sqlite_missing');
  files.stats.opens++;
  let database: DatabaseSync | undefined;
  try {
    if (!fs.existsSync(file)) return fail('database_missing', file);
    database = new sqlite.DatabaseSync(databaseUrl(file), { readOnly: true });
    database.exec(`PRAGMA busy_timeout = ${String(busyTimeout)}`);
    return ok(read(new ForeignDatabase(database, files)));
  } catch (error) {
    const { code, errcode, message, syscall } = error as { code?: string; errcode?: number; message?: string; syscall?: string };
    if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_OUT_OF_RANGE' && syscall === undefined) throw error;
    // The low byte is the primary code; the rest tells variants of it apart.
    return fail(sqliteErrors[(errcode ?? 0) & 0xff] ?? 'database_unreadable', message ?? '');
  } finally {
    database?.close();
  }
}

/**
 * What to open to read `file` and leave no trace. A database in WAL mode gets its `-wal` and `-shm` files created by whoever
 * opens it, even for reading, and they stay: where neither is there nobody writes, and `immutable` reads the file alone.
 * @throws Node's file system errors, and one like them for what is no file: opening a pipe would wait for its writer.
 */
export function databaseUrl(file: string): URL {
  const stat = fs.statSync(file);
  if (!stat.isFile()) throw Object.assign(new Error(`${file} is no file`), { code: stat.isDirectory() ? 'EISDIR' : 'ENOTSUP', syscall: 'open' });
  const url = pathToFileURL(file);
  const isOpen = fs.existsSync(`${file}-wal`) || fs.existsSync(`${file}-shm`);
  if (!isOpen && isInWalMode(file)) url.searchParams.set('immutable', '1');
  return url;
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
