import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Files } from './files';

/** Larger databases are not copied, in bytes. */
const largest = 1 << 30;
/** How often to copy one that is written meanwhile. */
const attempts = 3;

/**
 * Copies a database of another program and its write-ahead log, for where it can't be opened in place, to a temporary folder that goes
 * with `files`. Without the log's index: SQLite makes another. Answers the copy.
 * @throws Node's file system errors, and one like them when the database is too large.
 */
export function copyDatabase(files: Files, file: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-copy-'));
  files.own.add({ dispose: () => fs.rmSync(folder, { recursive: true, force: true }) });
  const target = path.join(folder, path.basename(file));
  for (let attempt = 1; ; attempt++) {
    const before = partsOf(files, file);
    const size = before.reduce((sum, part) => sum + part.size, 0);
    if (size > largest) throw Object.assign(new Error('it can\'t be opened where it is, and is too large to copy'), { code: 'EFBIG', syscall: 'copyfile' });
    for (const { suffix } of before) fs.copyFileSync(file + suffix, target + suffix);
    if (JSON.stringify(partsOf(files, file)) === JSON.stringify(before) || attempt === attempts) return target;
  }
}

function partsOf(files: Files, file: string): { suffix: string; size: number; mtimeMs: number }[] {
  return ['', '-wal'].flatMap((suffix) => {
    files.stats.stats++;
    const stat = fs.statSync(file + suffix, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ suffix, size: stat.size, mtimeMs: stat.mtimeMs }];
  });
}
