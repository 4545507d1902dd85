import * as fs from 'node:fs';
import * as path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Database } from 'sql.js';
import { version } from '../../package.json';
import { fail, ok, type Result } from '../core/result';
import { sqlJs } from './sqlJs';

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

/** The rows of the index at `file`; `undefined` when there is none, or it is damaged, or of another version. */
export async function readIndex(file: string): Promise<readonly IndexRow[] | undefined> {
  let database: Database | undefined;
  try {
    if ((await fs.promises.stat(file)).size > sizeLimit) return undefined;
    const bytes = await fs.promises.readFile(file);
    database = new (await sqlJs()).Database(bytes);
    if (database.exec('SELECT made_by FROM origin')[0]?.values[0]?.[0] !== madeBy) return undefined;
    const rows = database.exec('SELECT agent, id, value FROM session')[0]?.values ?? [];
    return rows.map(([agent, id, value]) => ({ agent: String(agent), id: String(id), value: String(value) }));
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

/** Replaces the index at `file`, whole and at once. Another window's index is overwritten: both hold the same history. */
export async function writeIndex(file: string, rows: readonly IndexRow[]): Promise<Result<null, 'index_not_written'>> {
  const database = new (await sqlJs()).Database();
  const temporary = `${file}.${randomUUID()}`;
  try {
    database.run('BEGIN; CREATE TABLE origin (made_by TEXT)');
    database.run('INSERT INTO origin VALUES (?)', [madeBy]);
    // Read and written whole: a key would cost time, and without row ids SQLite gives each of these long rows a page of its own.
    database.run('CREATE TABLE session (agent TEXT, id TEXT, value TEXT)');
    const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?)');
    for (const { agent, id, value } of rows) insert.run([agent, id, value]);
    insert.free();
    database.run('COMMIT');
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    await fs.promises.writeFile(temporary, database.export());
    await fs.promises.rename(temporary, file);
    return ok(null);
  } catch (error) {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined);
    return fail('index_not_written', (error as Error).message);
  } finally {
    database.close();
  }
}
