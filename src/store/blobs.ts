import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fail, ok, type Result } from '../core/result';
import { syncFolder, writeDurably } from '../platform/durable';

/** The detail is the hash. */
export type BlobCode = 'blob_missing' | 'blob_damaged';

/** Milliseconds for which a text that no row names is left: the row of a window that stood still may yet come. */
const grace = 3_600_000;

/** Long texts as files beside the database, each named by the hash of what is in it. */
export class Blobs {
  constructor(readonly folder: string) {}

  /** Keeps `text` and answers its hash; on the disk when this returns. Throws Node's errors. Under the store's lock only, which `sweep` holds too. */
  put(text: string): string {
    const bytes = Buffer.from(text);
    const hash = hashOf(bytes);
    const file = this.file(hash);
    fs.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (isThere(file, bytes)) fs.utimesSync(file, new Date(), new Date());
    else this.write(file, bytes);
    syncFolder(this.folder);
    return hash;
  }

  /** What was put, and nothing else. */
  get(hash: string): Result<string, BlobCode> {
    try {
      const bytes = fs.readFileSync(this.file(hash));
      return hashOf(bytes) === hash ? ok(bytes.toString()) : fail('blob_damaged', hash);
    } catch {
      return fail('blob_missing', hash);
    }
  }

  /** Removes what is not in `used` and was not put lately, also what a killed window left half written. `mayGo` is asked before each. */
  sweep(used: ReadonlySet<string>, now: number, mayGo: () => boolean): void {
    if (!fs.existsSync(this.folder)) return;
    for (const name of fs.readdirSync(this.folder)) {
      const file = path.join(this.folder, name);
      if (!used.has(name) && fs.statSync(file).mtimeMs < now - grace && mayGo()) fs.rmSync(file, { force: true });
    }
  }

  private write(file: string, bytes: Buffer): void {
    const temporary = `${file}.${randomUUID()}`;
    try {
      writeDurably(temporary, bytes, 'wx');
      fs.renameSync(temporary, file);
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      throw error;
    }
  }

  private file(hash: string): string {
    return path.join(this.folder, hash);
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isThere(file: string, bytes: Buffer): boolean {
  try {
    return fs.readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}
