import * as fs from 'node:fs';
import * as path from 'node:path';
import type { CopiedFile } from './manifest';
import { covers, type Range } from './ranges';

/** Bytes that are to be read and have not been copied yet. */
export class BytesMissing extends Error {
  readonly code = 'EMISSING';
  constructor(file: string) {
    super(`${file} has not been copied that far`);
  }
}

/**
 * Stands before every reading of a copied home: a file there has its true size, and of its bytes those that were wanted so far. What
 * else is asked for is noted in `missing`, and never read as if it were there. A file elsewhere is as if it did not exist.
 */
export class Guard {
  /** By the file's path below the home, with `/`. */
  readonly missing = new Map<string, readonly Range[]>();

  constructor(private readonly home: string, private readonly files: Readonly<Record<string, CopiedFile>>) {}

  /**
   * How far an open file may be read, which is up to its size when it was copied.
   * @throws BytesMissing, and an error like the file system's for what is no file of the copied home.
   */
  allow(file: string, descriptor: number, [from, to]: Range): number {
    const key = path.relative(this.home, file).split(path.sep).join('/');
    const copied = this.files[key];
    if (copied === undefined) throw Object.assign(new Error(`${file} is no file of the host`), { code: 'ENOENT' });
    const range: Range = [from, Math.min(to, copied.size)];
    // Of another size or another file, it has been copied anew since.
    const stat = fs.fstatSync(descriptor, { bigint: true });
    if (String(stat.ino) === copied.inode && Number(stat.size) === copied.size && covers(copied.have, range)) return copied.size;
    this.missing.set(key, [...(this.missing.get(key) ?? []), range]);
    throw new BytesMissing(file);
  }

  /** @throws BytesMissing where a reader went on without what it asked for. */
  check(): void {
    for (const key of this.missing.keys()) throw new BytesMissing(key);
  }
}
