import * as fs from 'node:fs';
import * as path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { version } from '../../package.json';
import { fail, ok, type Result } from '../core/result';
import { prune, unused } from '../platform/prune';
import { nodeSqlite } from '../platform/sqlite';

/** One native session as last read. `value` is JSON whose shape belongs to the caller. */
export interface IndexRow {
  readonly agent: string;
  readonly id: string;
  readonly value: string;
}

/**
 * What rows were written by. Another release may tell of the same files otherwise, and so reads them once more; the number
 * is raised when rows must not be used any more within one.
 */
const madeBy = `${version} 2`;
/** An index of 100,000 sessions is far smaller; anything larger is not ours. */
const sizeLimit = 512 << 20;

/** Indexes of other homes and what a killed process left of one; milliseconds after which nobody misses them: losing one costs one scan. */
const files = /^(?:localix-)?(?:index|usage)(?:-[0-9a-f]{16})?\.sqlite(?:\.|$)/;
const unusedFor = 30 * 86_400_000;

/**
 * The rows of the index at `file`; `undefined` when there is none, or it is damaged, or of another version. Node's own
 * SQLite reads them in a tenth of the time that one in WebAssembly needs to start.
 */
export async function readIndex(file: string): Promise<readonly IndexRow[] | undefined> {
  let database: DatabaseSync | undefined;
  try {
    const sqlite = nodeSqlite();
    if (sqlite === undefined) return undefined;
    const stat = await fs.promises.stat(file);
    // To open a pipe is to wait for whoever writes to it.
    if (!stat.isFile() || stat.size > sizeLimit) return undefined;
    database = new sqlite.DatabaseSync(file, { readOnly: true });
    if (database.prepare('SELECT made_by FROM origin').get()?.['made_by'] !== madeBy) return undefined;
    return database.prepare('SELECT agent, id, value FROM session').all().map(({ agent, id, value }) => ({ agent: String(agent), id: String(id), value: String(value) }));
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

/** Replaces the index at `file`, whole and at once. Another window's index is overwritten: both hold the same history. */
export async function writeIndex(file: string, rows: readonly IndexRow[]): Promise<Result<null, 'index_not_written'>> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const sqlite = nodeSqlite();
    if (sqlite === undefined) return fail('index_not_written', 'this Node has no node:sqlite');
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    fill(new sqlite.DatabaseSync(temporary), rows);
    await fs.promises.rename(temporary, file);
    await prune(path.dirname(file), unused(files, unusedFor));
    return ok(null);
  } catch (error) {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined);
    return fail('index_not_written', (error as Error).message);
  }
}

function fill(database: DatabaseSync, rows: readonly IndexRow[]): void {
  try {
    // Nobody sees this file until it is whole, and losing it costs one scan.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; CREATE TABLE origin (made_by TEXT)');
    database.prepare('INSERT INTO origin VALUES (?)').run(madeBy);
    // Read and written whole: a key would cost time, and without row ids SQLite gives each of these long rows a page of its own.
    database.exec('CREATE TABLE session (agent TEXT, id TEXT, value TEXT)');
    const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?)');
    for (const { agent, id, value } of rows) insert.run(agent, id, value);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
