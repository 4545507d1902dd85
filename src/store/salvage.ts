import { migrate } from './migrations';
import type { Database, Engine, SqlRow } from './sqlEngine';

export interface Salvaged {
  readonly database: Database;
  /** Whether SQLite finds nothing wrong with it. Else it is made of the rows that could be read. */
  readonly isWhole: boolean;
}

/** Opens a database that may be damaged. */
export function salvage(engine: Engine, bytes: Uint8Array): Salvaged {
  const found = engine.open(bytes);
  if (isWhole(found)) return { database: found, isWhole: true };
  const database = engine.open(null);
  migrate(database);
  for (const table of tablesOf(database)) copyRows(found, database, table);
  found.close();
  return { database, isWhole: false };
}

function isWhole(database: Database): boolean {
  try {
    return database.get('PRAGMA integrity_check', [])?.['integrity_check'] === 'ok';
  } catch {
    return false;
  }
}

/** Without those of the full-text index, which follows the messages. */
function tablesOf(database: Database): readonly string[] {
  return database.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'message\\_text%' ESCAPE '\\'", []).map(({ name }) => String(name));
}

/** Reads from both ends as far as it goes: behind a damaged page there may be more. */
function copyRows(from: Database, to: Database, table: string): void {
  const known = new Set(to.all(`PRAGMA table_info(${table})`, []).map(({ name }) => String(name)));
  for (const direction of ['ASC', 'DESC']) {
    try {
      for (const row of from.each(`SELECT * FROM ${table} ORDER BY 1 ${direction}`, [])) add(to, table, row, known);
    } catch {
      // What can't be read stays in the file that is kept.
    }
  }
}

function add(to: Database, table: string, row: SqlRow, known: ReadonlySet<string>): void {
  const columns = Object.keys(row).filter((column) => known.has(column));
  const marks = columns.map(() => '?').join(', ');
  to.run(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, columns.map((column) => row[column] ?? null));
}
