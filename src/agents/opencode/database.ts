import * as fs from 'node:fs';
import type { Result } from '../../core/result';
import type { Files } from '../../platform/files';
import { type DatabaseCode, type ForeignDatabase, readDatabase } from '../../platform/sqlite';

/**
 * As `readDatabase`, and reads again what was read as a file that nobody writes when it turns out that somebody did
 * meanwhile. So `read` may be called twice; what it gathers elsewhere begins anew each time.
 */
export function readStable<T>(files: Files, file: string, read: (database: ForeignDatabase) => T): Result<T, DatabaseCode> {
  const before = writtenState(files, file);
  const result = readDatabase(files, file, read);
  return before.hasLog || writtenState(files, file).stamp === before.stamp ? result : readDatabase(files, file, read);
}

function writtenState(files: Files, file: string): { hasLog: boolean; stamp: string } {
  files.stats.stats += 2;
  const { size, mtimeMs } = fs.statSync(file, { throwIfNoEntry: false }) ?? {};
  const hasLog = fs.existsSync(`${file}-wal`);
  return { hasLog, stamp: JSON.stringify([size, mtimeMs, hasLog]) };
}

export function hasColumns(database: ForeignDatabase, table: string, wanted: readonly string[]): boolean {
  const present = database.columns(table);
  return wanted.every((column) => present.has(column));
}

/** As a floating-point number: an absurd integer would fail the whole reading instead of this one value. */
export function time(expression: string, name = expression): string {
  return `CAST(${expression} AS REAL) AS ${name}`;
}
