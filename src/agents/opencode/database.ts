import type { ForeignDatabase } from '../../platform/sqlite';

export function hasColumns(database: ForeignDatabase, table: string, wanted: readonly string[]): boolean {
  const present = database.columns(table);
  return wanted.every((column) => present.has(column));
}
