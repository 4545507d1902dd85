import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

interface Line {
  readonly sequence: number;
  readonly window: string;
  readonly statements: readonly { readonly sql: string; readonly params: readonly SQLInputValue[] }[];
}

/** The log of a store as it stands, with what has been cancelled left out, checked by other means than the store's own. */
export function linesOf(folder: string): Line[] {
  const { epoch } = currentOf(folder);
  const text = fs.readFileSync(path.join(folder, `log-${epoch}.jsonl`), 'utf8');
  return text.slice(0, text.lastIndexOf('\n') + 1).split('\n').filter((line) => line !== '' && !line.endsWith('~')).map((line) => {
    const { checksum, ...rest } = JSON.parse(line) as Line & { checksum: string };
    assert.equal(checksum, crc32(JSON.stringify(rest).slice(0, -1)).toString(16).padStart(8, '0'));
    return rest;
  });
}

export function currentOf(folder: string): { epoch: number; sequence: number } {
  return JSON.parse(fs.readFileSync(path.join(folder, 'current'), 'utf8')) as { epoch: number; sequence: number };
}

/** The store as another SQLite makes it out of its files. */
export function replay(folder: string): DatabaseSync {
  const { epoch, sequence } = currentOf(folder);
  const snapshot = path.join(folder, `snapshot-${epoch}.sqlite`);
  const copy = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-replay-')), 'copy.sqlite');
  if (fs.existsSync(snapshot)) fs.copyFileSync(snapshot, copy);
  const database = new DatabaseSync(copy);
  database.exec('PRAGMA journal_mode = MEMORY');
  fs.rmSync(path.dirname(copy), { recursive: true });
  let last = sequence;
  for (const line of linesOf(folder)) {
    if (line.sequence <= last) continue;
    assert.equal(line.sequence, ++last);
    database.exec('BEGIN');
    for (const { sql, params } of line.statements) database.prepare(sql).run(...params);
    database.exec('COMMIT');
  }
  return database;
}

/** Every row of every table, those of the full-text index too. */
export function dump(all: (sql: string) => readonly Record<string, unknown>[]): string {
  const schema = all('SELECT name, sql FROM sqlite_master ORDER BY name');
  const tables = all("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name");
  const hex = (_key: string, value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
  const rows = tables.map(({ name }) => [name, all(`SELECT * FROM "${String(name)}" ORDER BY 1, 2`)]);
  return JSON.stringify([schema, all('PRAGMA user_version'), rows], hex, 1);
}

export function dumpOf(database: DatabaseSync): string {
  return dump((sql) => database.prepare(sql).all());
}
