import * as fs from 'node:fs';
import * as path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { version } from '../../package.json';
import { fail, ok, type Result } from '../core/result';
import { nodeSqlite } from '../platform/sqlite';

/** What was counted of one native session. The shapes of `state` and `requests` belong to the caller. */
export interface CountRow {
  readonly agent: string;
  readonly id: string;
  /** A hash of the signature of what was counted. */
  readonly signature: number;
  /** Whose the session is and whether it is a row, as JSON. */
  readonly row: string;
  readonly isKnown: boolean;
  readonly order: number;
  readonly families: readonly string[];
  readonly models: readonly string[];
  /** The time zone of `sums`, and what the session used by days, as JSON. */
  readonly zone: string;
  readonly sums: string;
  readonly requests: Float64Array;
  /** JSON; `null` when the next counting begins anew. */
  readonly state: string | null;
}

/** A session's count but for its requests, which are most of it. */
export type CountSummary = Omit<CountRow, 'requests' | 'state' | 'signature'>;

/** Another release may count the same files otherwise. The number is raised when rows must not be used any more within one. */
const madeBy = `${version} 2`;
/** Milliseconds to wait for another thread or window that writes. */
const busyTimeout = 5000;

/**
 * The counts of requests, in a file of their own: the list does without them. It may go at any time; what it held is counted
 * once more. Several threads and windows may have it open.
 */
export class CountFile {
  private getting: StatementSync | undefined;

  private constructor(private readonly database: DatabaseSync) {}

  /** Opens the file; one that is missing, damaged or of another version is made anew. */
  static open(file: string): Result<CountFile, 'counts_not_kept'> {
    for (const attempt of ['as it is', 'made anew']) {
      let database: DatabaseSync | undefined;
      try {
        const sqlite = nodeSqlite();
        if (sqlite === undefined) return fail('counts_not_kept', 'this Node has no node:sqlite');
        fs.mkdirSync(path.dirname(file), { recursive: true });
        if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() === false) return fail('counts_not_kept', `${file} is no file`);
        database = new sqlite.DatabaseSync(file);
        prepare(database);
        return ok(new CountFile(database));
      } catch (error) {
        database?.close();
        if (attempt === 'made anew') return fail('counts_not_kept', (error as Error).message);
        const refused = remove(file);
        if (refused !== undefined) return fail('counts_not_kept', refused);
      }
    }
    throw new Error('unreachable');
  }

  /** The signatures of the sessions as they were counted, by id. */
  signatures(agent: string): Record<string, number> {
    const rows = this.database.prepare('SELECT id, signature FROM count WHERE agent = ?').all(agent);
    return Object.fromEntries(rows.map(({ id, signature }) => [String(id), Number(signature)]));
  }

  get(agent: string, id: string): Omit<CountRow, 'signature'> | undefined {
    this.getting ??= this.database.prepare('SELECT * FROM count JOIN detail USING (agent, id) WHERE agent = ? AND id = ?');
    const row = this.getting.get(agent, id);
    if (row === undefined) return undefined;
    const { state } = row;
    return { ...summaryOf(row), requests: requestsOf(row), state: typeof state === 'string' ? state : null };
  }

  *summaries(): Generator<CountSummary> {
    for (const row of this.database.prepare('SELECT agent, id, row, known, place, families, models, zone, sums FROM count').iterate()) yield summaryOf(row);
  }

  requests(agent: string, id: string): Float64Array {
    const row = this.database.prepare('SELECT requests FROM detail WHERE agent = ? AND id = ?').get(agent, id);
    return row === undefined ? new Float64Array() : requestsOf(row);
  }

  put(rows: readonly CountRow[]): void {
    this.transaction(() => {
      const insert = this.database.prepare('INSERT OR REPLACE INTO count VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
      const insertDetail = this.database.prepare('INSERT OR REPLACE INTO detail VALUES (?, ?, ?, ?)');
      for (const { agent, id, signature, row, isKnown, order, families, models, zone, sums, requests, state } of rows) {
        const bytes = new Uint8Array(requests.buffer, requests.byteOffset, requests.byteLength);
        insert.run(agent, id, signature, row, Number(isKnown), order, JSON.stringify(families), JSON.stringify(models), zone, sums);
        insertDetail.run(agent, id, bytes, state);
      }
    });
  }

  remove(agent: string, ids: readonly string[]): void {
    this.transaction(() => {
      for (const table of ['count', 'detail']) {
        const remove = this.database.prepare(`DELETE FROM ${table} WHERE agent = ? AND id = ?`);
        for (const id of ids) remove.run(agent, id);
      }
    });
  }

  /** Replaces the sums of days of sessions whose counts stay as they are. */
  putSums(rows: readonly Pick<CountSummary, 'agent' | 'id' | 'zone' | 'sums'>[]): void {
    this.transaction(() => {
      const update = this.database.prepare('UPDATE count SET zone = ?, sums = ? WHERE agent = ? AND id = ?');
      for (const { agent, id, zone, sums } of rows) update.run(zone, sums, agent, id);
    });
  }

  close(): void {
    this.database.close();
  }

  private transaction(work: () => void): void {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.database.exec('COMMIT');
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Answers what keeps it from going. */
function remove(file: string): string | undefined {
  try {
    for (const suffix of ['', '-journal']) fs.rmSync(`${file}${suffix}`, { force: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function prepare(database: DatabaseSync): void {
  // A power cut may cost the counts, not more: they need not wait for the disk.
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA synchronous = OFF`);
  database.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS origin (made_by TEXT)');
  const found = database.prepare('SELECT made_by FROM origin').get()?.['made_by'];
  if (found !== madeBy) {
    if (found !== undefined) database.exec('DROP TABLE IF EXISTS count; DROP TABLE IF EXISTS detail; DELETE FROM origin');
    database.prepare('INSERT INTO origin VALUES (?)').run(madeBy);
    // Apart: the summaries are read whole each time, of the large rest little.
    database.exec(`CREATE TABLE count (agent TEXT, id TEXT, signature REAL, row TEXT, known INTEGER, place REAL, families TEXT, models TEXT, zone TEXT, sums TEXT,
      PRIMARY KEY (agent, id)); CREATE TABLE detail (agent TEXT, id TEXT, requests BLOB, state TEXT, PRIMARY KEY (agent, id))`);
  }
  database.exec('COMMIT');
}

function summaryOf(row: Record<string, unknown>): CountSummary {
  return {
    agent: String(row['agent']),
    id: String(row['id']),
    row: String(row['row']),
    isKnown: row['known'] === 1,
    order: Number(row['place']),
    families: JSON.parse(String(row['families'])) as string[],
    models: JSON.parse(String(row['models'])) as string[],
    zone: String(row['zone']),
    sums: String(row['sums']),
  };
}

function requestsOf(row: Record<string, unknown>): Float64Array {
  const bytes = row['requests'] as Uint8Array;
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 3);
}
