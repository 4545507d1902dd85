import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { temporaryFor } from '../temporaryName';

/** As much of a file is hashed at once, in bytes. */
const chunk = 1 << 20;

/** The folder that is laid out like a home of the host. Errors are Node's own. */
export class CopiedHome {
  readonly folder: string;

  constructor(private readonly place: string) {
    this.folder = path.join(place, 'home');
  }

  /** Where a file lies here. `key` is its path below the home, with `/`, and has been checked. */
  fileOf(key: string): string {
    return path.join(this.folder, ...key.split('/'));
  }

  /** A file of the true size and time in which nothing has been copied yet, in place of what was there. Answers its number. */
  begin(key: string, size: number, written: number): string {
    return this.replace(key, written, (descriptor) => fs.ftruncateSync(descriptor, size));
  }

  /** The whole of a file, in place of what was there. */
  put(key: string, bytes: Buffer, written: number): string {
    return this.replace(key, written, (descriptor) => writeAt(descriptor, bytes, 0));
  }

  /** Gives a file its present size and time: what it has stays. */
  grow(key: string, size: number, written: number): void {
    this.change(key, written, (descriptor) => fs.ftruncateSync(descriptor, size));
  }

  write(key: string, pieces: readonly (readonly [from: number, bytes: Buffer])[], written: number): void {
    this.change(key, written, (descriptor) => pieces.forEach(([from, bytes]) => writeAt(descriptor, bytes, from)));
  }

  /** Whether the copy of a file is still the one that was made, and no other was put there, or it was lost. */
  holds(key: string, { inode, size }: { readonly inode: string; readonly size: number }): boolean {
    const stat = fs.lstatSync(this.fileOf(key), { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() === true && String(stat.ino) === inode && Number(stat.size) === size;
  }

  /** Removes all that was copied. */
  clear(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  remove(key: string): void {
    fs.rmSync(this.fileOf(key), { force: true });
  }

  /** SHA-256 of the first `length` bytes, in hex. */
  hash(key: string, length: number): string {
    const hash = createHash('sha256');
    const descriptor = fs.openSync(this.fileOf(key), 'r');
    try {
      const buffer = Buffer.allocUnsafe(chunk);
      for (let at = 0; at < length; ) {
        const read = fs.readSync(descriptor, buffer, 0, Math.min(chunk, length - at), at);
        if (read === 0) break;
        hash.update(buffer.subarray(0, read));
        at += read;
      }
    } finally {
      fs.closeSync(descriptor);
    }
    return hash.digest('hex');
  }

  /** Made beside and put in place: who has the old one open reads it to its end, and a link that stands there is not followed. */
  private replace(key: string, written: number, fill: (descriptor: number) => void): string {
    const file = this.fileOf(key);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = temporaryFor(path.join(this.place, 'home'));
    const descriptor = fs.openSync(temporary, 'wx', 0o600);
    try {
      fill(descriptor);
      setTime(descriptor, written);
      const inode = String(fs.fstatSync(descriptor, { bigint: true }).ino);
      fs.renameSync(temporary, file);
      return inode;
    } finally {
      fs.closeSync(descriptor);
      fs.rmSync(temporary, { force: true });
    }
  }

  private change(key: string, written: number, write: (descriptor: number) => void): void {
    const descriptor = fs.openSync(this.fileOf(key), fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      write(descriptor);
      setTime(descriptor, written);
    } finally {
      fs.closeSync(descriptor);
    }
  }
}

function setTime(descriptor: number, written: number): void {
  fs.futimesSync(descriptor, written / 1e9, written / 1e9);
}

function writeAt(descriptor: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(descriptor, bytes, done, bytes.length - done, from + done);
}
