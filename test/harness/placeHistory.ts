import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface Placement {
  /** A recorded home: a folder under test/fixtures. */
  readonly from: string;
  /** The home to fill. May hold other histories already. */
  readonly to: string;
  /** Recorded folders and what each becomes: `{ '/home/dev/app': workspace }`. What begins alike follows: `/home/dev/app-old`. */
  readonly folders: Readonly<Record<string, string>>;
}

/**
 * Copies a recorded home and moves the folders that it speaks of, in the text of files (also compressed ones), in the
 * names that Claude Code makes of folders, and in the text columns of databases. Times of files stay. A database that
 * can't be opened is copied as it is; one with a write-ahead log loses it, since it is written to.
 */
export function placeHistory({ from, to, folders }: Placement): void {
  const moved = mover({ ...folders, ...mapKeysAndValues(folders, claudeCodeName) });
  for (const name of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const source = path.join(from, name);
    const target = path.join(to, moved(name));
    const stat = fs.statSync(source);
    if (stat.isDirectory()) {
      fs.mkdirSync(target, { recursive: true });
      continue;
    }
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const bytes = fs.readFileSync(source);
    fs.writeFileSync(target, isDatabase(bytes) ? bytes : moveText(bytes, path.extname(name), moved));
    fs.chmodSync(target, stat.mode);
  }
  // When all parts of a database are there.
  for (const name of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const source = path.join(from, name);
    const target = path.join(to, moved(name));
    const stat = fs.statSync(source);
    if (stat.isDirectory()) continue;
    if (isDatabase(fs.readFileSync(source))) moveRows(target, moved);
    if (fs.existsSync(target)) fs.utimesSync(target, stat.atime, stat.mtime);
  }
}

/** How Claude Code names a project's folder: every character but letters and digits becomes a dash. */
function claudeCodeName(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

function mapKeysAndValues(record: Readonly<Record<string, string>>, map: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [map(key), map(value)]));
}

/** Replaces all keys by their values in one pass, so that what has been put in is not replaced again. */
function mover(folders: Readonly<Record<string, string>>): (text: string) => string {
  const longestFirst = Object.keys(folders).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((folder) => folder.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replaceAll(pattern, (folder) => folders[folder] ?? folder);
}

function isDatabase(bytes: Buffer): boolean {
  return bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3';
}

function moveText(bytes: Buffer, extension: string, moved: (text: string) => string): Buffer {
  if (extension === '.zst') return zstdCompressSync(moveText(zstdDecompressSync(bytes), '', moved));
  // Byte for byte, so that text that is not UTF-8 stays as it is; folders here are ASCII.
  return Buffer.from(moved(bytes.toString('latin1')), 'latin1');
}

function moveRows(file: string, moved: (text: string) => string): void {
  let database: DatabaseSync;
  let tables: string[];
  try {
    database = new DatabaseSync(file);
    tables = rows<{ name: string }>(database, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'").map(({ name }) => name);
  } catch {
    return;
  }
  database.function('moved', { deterministic: true }, (text) => (typeof text === 'string' ? moved(text) : text));
  for (const table of tables) {
    const columns = rows<{ name: string; type: string }>(database, `PRAGMA table_info("${table}")`);
    for (const { name, type } of columns) {
      if (/text|json/i.test(type)) database.exec(`UPDATE "${table}" SET "${name}" = moved("${name}") WHERE moved("${name}") <> "${name}"`);
    }
  }
  database.close();
}

function rows<Row>(database: DatabaseSync, sql: string): Row[] {
  return database.prepare(sql).all() as Row[];
}
