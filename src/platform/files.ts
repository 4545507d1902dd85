import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { type Disposable, Owned } from '../core/owned';
import type { Guard } from './mirror/guard';

/** What reading has cost so far; printed by `--stats` and counted by the benchmarks. */
export interface ReadStats {
  stats: number;
  folders: number;
  opens: number;
  bytes: number;
  rows: number;
  /** The most bytes read of any one file in `ends` reading, and the file. */
  largestEndsRead: number;
}

export const noReads: ReadStats = { stats: 0, folders: 0, opens: 0, bytes: 0, rows: 0, largestEndsRead: 0 };

export function addStats(a: ReadStats, b: ReadStats): ReadStats {
  return {
    stats: a.stats + b.stats,
    folders: a.folders + b.folders,
    opens: a.opens + b.opens,
    bytes: a.bytes + b.bytes,
    rows: a.rows + b.rows,
    largestEndsRead: Math.max(a.largestEndsRead, b.largestEndsRead),
  };
}

export interface FileStamp {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Device and inode: tells a replaced file from a grown one. */
  readonly identity: string;
  readonly isDirectory: boolean;
}

export interface Line {
  /** The line without its end (`\n` or `\r\n`) and without a leading byte order mark. Valid during the call only. */
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Offset of its first byte in the file (in the decompressed stream for `.zst`). */
  readonly offset: number;
  /** `false` for the last line of a file that has no line feed yet: it may still be being written. */
  readonly terminated: boolean;
  /** The line's real length in bytes; larger than `bytes` when the line is longer than `maxLine`. */
  readonly length: number;
}

export interface LineOptions {
  /** Offset to begin at, the start of a line. */
  readonly from?: number;
  /** Offset at which no further line begins. Not for `.zst`. */
  readonly to?: number;
  readonly signal?: AbortSignal;
  /** Longest line delivered whole, in bytes. Of a longer one the first `longLineHead` bytes are delivered. */
  readonly maxLine?: number;
}

const read = promisify(fs.read);

const chunkSize = 1 << 20;
/** Most files are far shorter than a chunk: the first piece is small, so that reading one costs no more memory than it has. */
const firstChunkSize = 64 << 10;
/** Inline images make lines of tens of megabytes; parsing one costs several times its size in memory. */
const defaultMaxLine = 16 << 20;
const longLineHead = 4096;

/** A file that is open for reading. */
export class OpenFile {
  /** `allow` answers how far the file may be read, and throws where it may not. */
  constructor(readonly descriptor: number, private readonly stats: ReadStats, private readonly allow?: (from: number, to: number) => number) {}

  /** In bytes. */
  get size(): number {
    return this.stamp.size;
  }

  /** Its size in bytes, and what tells a replaced file from a grown one. */
  get stamp(): Pick<FileStamp, 'size' | 'identity'> {
    this.stats.stats++;
    const stat = fs.fstatSync(this.descriptor);
    return { size: stat.size, identity: identityOf(stat) };
  }

  /** `length` bytes from `from`, fewer at the end of the file. */
  read(from: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, this.readInto(buffer, 0, from, length));
  }

  /** Puts `length` bytes from `from` into `buffer` at `at`; answers how many there were. */
  readInto(buffer: Buffer, at: number, from: number, length: number): number {
    const wanted = this.allow === undefined ? length : Math.min(length, Math.max(0, this.allow(from, from + length) - from));
    let filled = 0;
    while (filled < wanted) {
      const count = fs.readSync(this.descriptor, buffer, at + filled, wanted - filled, from + filled);
      if (count === 0) break;
      filled += count;
    }
    this.stats.bytes += filled;
    return filled;
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

/**
 * Read-only access to foreign files for one scan. Every read is bounded and counted. Errors are Node's own.
 * Small reads are synchronous: they run in threads of their own, where waiting for the system's thread pool costs several times
 * the read itself. Whole files are streamed.
 */
export class Files implements Disposable {
  /** What stays open until the scan ends, such as a database. */
  readonly own = new Owned();
  readonly stats: ReadStats = { ...noReads };

  /** `guard` stands before the copy of another machine's home. */
  constructor(private readonly guard?: Guard) {}

  dispose(): void {
    this.own.dispose();
  }

  // Asynchronous in its signature alone: an error is a rejection like that of any other read.
  async stat(file: string): Promise<FileStamp> {
    this.stats.stats++;
    const stat = fs.statSync(file);
    return {
      path: file,
      size: stat.size,
      mtimeMs: stat.mtimeMs,
      identity: identityOf(stat),
      isDirectory: stat.isDirectory(),
    };
  }

  /** The entries of a folder, sorted by name; none when the folder does not exist. */
  async entries(folder: string): Promise<fs.Dirent[]> {
    this.stats.folders++;
    try {
      const entries = fs.readdirSync(folder, { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** `length` bytes from `from`, fewer at the end of the file. */
  async range(file: string, from: number, length: number): Promise<Buffer> {
    return this.brief(file, (open) => open.read(from, length));
  }

  /** The whole of a small file. Throws `ERR_FS_FILE_TOO_LARGE` when it is longer than `limit` bytes. */
  async small(file: string, limit = 1 << 20): Promise<Buffer> {
    const bytes = await this.range(file, 0, limit + 1);
    if (bytes.length > limit) throw Object.assign(new Error(`${file} is over ${limit} bytes`), { code: 'ERR_FS_FILE_TOO_LARGE' });
    return bytes;
  }

  /** Opens `file` for a few short reads. `looked`: the caller has just seen that it is a file, and opens thousands. */
  brief<T>(file: string, use: (open: OpenFile) => T, looked = false): T {
    const { guard } = this;
    const descriptor = this.descriptor(file, looked);
    const open = new OpenFile(descriptor, this.stats, guard && ((from, to) => guard.allow(file, descriptor, [from, to])));
    try {
      return use(open);
    } finally {
      open.close();
    }
  }

  /**
   * Calls `onLine` for every line, in order, reading the file in pieces. A `.zst` file is decompressed on the way.
   * Lines end at `\n` alone (U+2028 is text). The returned offset is where the next line begins.
   * @throws Node's errors; the signal's reason when it is aborted.
   */
  async eachLine(file: string, onLine: (line: Line) => void, options: LineOptions = {}): Promise<{ offset: number; lines: number }> {
    const { from = 0, to = Infinity, maxLine = defaultMaxLine } = options;
    const splitter = new LineSplitter((line) => line.offset < to && onLine(line), from, maxLine);
    for await (const chunk of this.chunks(file, from)) {
      options.signal?.throwIfAborted();
      splitter.push(chunk);
      if (splitter.offset >= to) break;
    }
    splitter.end();
    return { offset: splitter.offset, lines: splitter.lines };
  }

  protected descriptor(file: string, looked = false): number {
    // Opening a pipe without this waits for its writer; Windows has no such flag and needs none.
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    this.stats.opens++;
    if (looked) return descriptor;
    const stat = fs.fstatSync(descriptor);
    if (stat.isFile() || stat.isDirectory()) return descriptor;
    fs.closeSync(descriptor);
    throw Object.assign(new Error(`${file} is a pipe or device`), { code: 'ENOTSUP' });
  }

  private async *chunks(file: string, from: number): AsyncIterable<Buffer> {
    if (path.extname(file) === '.zst') {
      if (this.guard !== undefined) this.brief(file, (open) => this.guard?.allow(file, open.descriptor, [0, Infinity]));
      this.stats.opens++;
      const source = fs.createReadStream(file, { highWaterMark: chunkSize });
      source.on('data', (chunk) => (this.stats.bytes += chunk.length));
      const plain = source.pipe(createZstdDecompress());
      source.on('error', (error) => plain.destroy(error));
      yield* plain as AsyncIterable<Buffer>;
      return;
    }
    const descriptor = this.descriptor(file);
    try {
      const end = this.guard?.allow(file, descriptor, [from, Infinity]) ?? Infinity;
      // One buffer for all pieces: `LineSplitter` keeps none of them.
      let buffer = Buffer.allocUnsafe(firstChunkSize);
      for (let at = from; ; ) {
        const { bytesRead } = await read(descriptor, buffer, 0, Math.min(buffer.length, end - at), at);
        if (bytesRead === 0) return;
        this.stats.bytes += bytesRead;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
        if (buffer.length < chunkSize) buffer = Buffer.allocUnsafe(chunkSize);
      }
    } finally {
      fs.closeSync(descriptor);
    }
  }
}

function identityOf({ dev, ino }: fs.Stats): string {
  return `${dev}:${ino}`;
}

const lineFeed = 0x0a;

/** Cuts a stream of pieces into lines. Of a line over `maxLine` only the head is kept, so memory stays bounded. */
class LineSplitter {
  offset: number;
  lines = 0;
  private parts: Buffer[] = [];
  private held = 0;
  private length = 0;

  constructor(private readonly onLine: (line: Line) => void, from: number, private readonly maxLine: number) {
    this.offset = from;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.take(chunk.subarray(start, end));
      this.emit(true);
      start = end + 1;
    }
    // The chunk is overwritten by the next one, so what is kept of it is copied.
    if (start < chunk.length) this.take(chunk.subarray(start), Buffer.from);
  }

  end(): void {
    if (this.length > 0) this.emit(false);
  }

  private take(piece: Buffer, keep: (piece: Buffer) => Buffer = (same) => same): void {
    this.length += piece.length;
    if (this.held > this.maxLine) return;
    this.parts.push(keep(piece));
    this.held += piece.length;
    if (this.held <= this.maxLine) return;
    // The line is too long to keep: its head is copied, so that the pieces it came in can be freed.
    this.parts = [Buffer.from(Buffer.concat(this.parts, longLineHead))];
  }

  private emit(terminated: boolean): void {
    let bytes = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts);
    const number = ++this.lines;
    if (bytes[bytes.length - 1] === 0x0d) bytes = bytes.subarray(0, -1);
    if (this.offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    const { offset, length } = this;
    this.parts = [];
    this.held = 0;
    this.length = 0;
    if (terminated) this.offset = offset + length + 1;
    this.onLine({ bytes, number, offset, terminated, length });
  }
}
