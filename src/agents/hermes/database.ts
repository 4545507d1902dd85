import type { JsonObject } from '../../core/json';
import type { ForeignDatabase, Row } from '../../platform/sqlite';

/** What a query gave, also when it came to a damaged place. */
export interface Answer<T> {
  readonly items: readonly T[];
  /** What ended the query before its last row; `null` when nothing did. */
  readonly failure: string | null;
}

/** What `take` makes of each row of one SELECT. Blobs are read as text in UTF-8. */
export function query<T>(database: ForeignDatabase, sql: string, parameters: readonly (string | number)[], take: (row: JsonObject) => T): Answer<T> {
  const items: T[] = [];
  try {
    for (const row of database.rows(sql, ...parameters)) items.push(take(jsonOf(row)));
    return { items, failure: null };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error;
    return { items, failure: (error as Error).message };
  }
}

/** A row of SQLite's as JSON. */
function jsonOf(row: Row): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString() : cell]),
  );
}
