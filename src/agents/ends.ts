import type { FileHandle } from 'node:fs/promises';
import * as path from 'node:path';
import { constants, createZstdDecompress } from 'node:zlib';
import type { Files } from '../platform/files';

/** Bytes of one file that `ends` reading may touch. */
export const endsLimits = {
  /** At each end. */
  end: 16 << 10,
  /** In all, where what is sought isn't in the ends. */
  file: 256 << 10,
} as const;

/** The lines at both ends of a line file. The last one may be torn: it is given as it is. */
export interface Ends {
  /** Complete lines from the beginning. */
  readonly head: readonly Buffer[];
  /** Complete lines up to the end that aren't in `head`; none of a compressed file that is longer than its head. */
  readonly tail: readonly Buffer[];
  /** `head` and `tail` are the whole file. */
  readonly whole: boolean;
}

/**
 * Reads the first and last lines of a file, and more of its beginning, up to the limit for a file, as long as `enough`
 * says no to the lines so far. A `.zst` file is decompressed from its beginning, the limits count compressed bytes.
 * @throws Node's file system errors.
 */
export async function readEnds(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean): Promise<Ends> {
  return read(files, file, enough, true);
}

/** As `readEnds`, but leaves the end of the file alone. */
export async function readHead(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean): Promise<Ends> {
  return read(files, file, enough, false);
}

async function read(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean, withTail: boolean): Promise<Ends> {
  const handle = await files.open(file);
  const source = new Source(files, handle);
  try {
    if (path.extname(file) === '.zst') return await readCompressed(source, enough);
    const size = await source.size();
    let head = new Head(await source.read(0, endsLimits.end), size);
    const tailLength = withTail ? Math.min(endsLimits.end, size - head.bytes.length) : 0;
    while (!head.complete && head.bytes.length + tailLength < endsLimits.file && !enough(head.lines)) {
      const more = Math.min(head.bytes.length, endsLimits.file - tailLength - head.bytes.length);
      head = new Head(Buffer.concat([head.bytes, await source.read(head.bytes.length, more)]), size);
    }
    if (head.complete) return { head: head.lines, tail: [], whole: true };
    if (!withTail) return { head: head.lines, tail: [], whole: false };
    const from = Math.max(head.bytes.length, size - endsLimits.end);
    const bytes = await source.read(from, size - from);
    if (from === head.bytes.length) return { head: head.lines, tail: linesOf(Buffer.concat([head.rest, bytes])), whole: true };
    // The first piece is the end of a line that begins before.
    return { head: head.lines, tail: linesOf(bytes).slice(1), whole: false };
  } finally {
    files.stats.largestEndsRead = Math.max(files.stats.largestEndsRead, source.bytes);
    await handle.close();
  }
}

async function readCompressed(source: Source, enough: (head: readonly Buffer[]) => boolean): Promise<Ends> {
  const size = await source.size();
  // Of no use from its end, so its beginning gets the bytes of both ends.
  let packed = await source.read(0, 2 * endsLimits.end);
  for (;;) {
    const plain = await decompressed(packed);
    const all = packed.length >= size;
    const head = new Head(plain, all ? plain.length : Infinity);
    if (all || packed.length >= endsLimits.file || enough(head.lines)) return { head: head.lines, tail: [], whole: all };
    packed = Buffer.concat([packed, await source.read(packed.length, Math.min(packed.length, endsLimits.file - packed.length))]);
  }
}

class Source {
  bytes = 0;

  constructor(private readonly files: Files, private readonly handle: FileHandle) {}

  async size(): Promise<number> {
    this.files.stats.stats++;
    return (await this.handle.stat()).size;
  }

  async read(from: number, length: number): Promise<Buffer> {
    const bytes = await this.files.readAt(this.handle, from, length);
    this.bytes += bytes.length;
    return bytes;
  }
}

/** The beginning of a file, cut into lines. */
class Head {
  readonly complete: boolean;
  readonly lines: readonly Buffer[];
  /** The beginning of the line that isn't complete. */
  readonly rest: Buffer;

  constructor(readonly bytes: Buffer, size: number) {
    this.complete = bytes.length >= size;
    const end = this.complete ? bytes.length : bytes.lastIndexOf(lineFeed) + 1;
    this.lines = linesOf(withoutMark(bytes.subarray(0, end)));
    this.rest = bytes.subarray(end);
  }
}

const lineFeed = 0x0a;

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    lines.push(bytes.subarray(start, bytes[end - 1] === 0x0d && end > start ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** More than this comes out of a head only when it was made to. */
const maxDecompressed = 8 << 20;

/** What can be decompressed of a beginning of a zstd file; nothing where it is none. */
async function decompressed(packed: Buffer): Promise<Buffer> {
  // Flushing at the end instead of finishing makes the missing rest no error.
  const decoder = createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
  const parts: Buffer[] = [];
  let length = 0;
  decoder.end(packed);
  try {
    for await (const part of decoder as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= maxDecompressed) break;
    }
  } catch {
    // Damaged from here on; what came before counts.
  }
  return Buffer.concat(parts, Math.min(length, maxDecompressed));
}
