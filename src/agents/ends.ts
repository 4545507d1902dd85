import * as path from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';
import type { Files, OpenFile } from '../platform/files';

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
  /** What to know an uncompressed file by that was not read whole, once it has grown. */
  readonly mark?: EndsMark;
}

/** Plain data. */
export interface EndsMark {
  /** Bytes that were read at the beginning. */
  readonly head: number;
  /** Bytes of the file. */
  readonly size: number;
  /** `markOf` its last `markedLength` bytes. */
  readonly end: number;
}

/** Bytes that a mark stands for: more than one line, mostly, with its id and its time. */
export const markedLength = 512;

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv. */
export function markOf(bytes: Buffer): number {
  let mark = 0x811c9dc5;
  for (let index = 0; index < bytes.length; index++) mark = Math.imul(mark ^ (bytes[index] as number), 0x01000193) >>> 0;
  return mark;
}

/**
 * Reads the first and last lines of a file, and more of its beginning, up to the limit for a file, as long as `enough`
 * says no to the lines so far. A `.zst` file is decompressed from its beginning, the limits count compressed bytes.
 * Synchronous: call it in a worker.
 * @throws Node's file system errors.
 */
export function readEnds(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean): Ends {
  return readBriefly(files, file, enough, endsLimits.end);
}

/** As `readEnds`, but leaves the end of the file alone. */
export function readHead(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean): Ends {
  return readBriefly(files, file, enough, 0);
}

/**
 * The lines that `readEnds` would give as the tail of a file that has only grown since `before`; `undefined` where that isn't so.
 * @throws Node's file system errors.
 */
export function readGrownTail(files: Files, file: string, before: EndsMark): { readonly tail: readonly Buffer[]; readonly mark: EndsMark } | undefined {
  return counted(files, () =>
    files.brief(file, (reader) => {
      const { size } = reader;
      const from = size - endsLimits.end;
      if (size <= before.size || from <= before.head) return undefined;
      const bytes = reader.read(from, endsLimits.end);
      const marked = before.size - markedLength;
      const known = marked < from ? reader.read(marked, markedLength) : bytes.subarray(marked - from, marked - from + markedLength);
      if (bytes.length < endsLimits.end || markOf(known) !== before.end) return undefined;
      return { tail: linesOf(bytes).slice(1), mark: { head: before.head, size, end: markOf(bytes.subarray(-markedLength)) } };
    }),
  );
}

function readBriefly(files: Files, file: string, enough: (head: readonly Buffer[]) => boolean, tailLength: number): Ends {
  const read = path.extname(file) === '.zst' ? readCompressed : readPlain;
  return counted(files, () => files.brief(file, (reader) => read(reader, enough, tailLength)));
}

/** Keeps count of the most that is read of one file. */
function counted<T>(files: Files, read: () => T): T {
  const before = files.stats.bytes;
  try {
    return read();
  } finally {
    files.stats.largestEndsRead = Math.max(files.stats.largestEndsRead, files.stats.bytes - before);
  }
}

function readPlain(reader: OpenFile, enough: (head: readonly Buffer[]) => boolean, tailLength: number): Ends {
  const { size } = reader;
  const headLimit = endsLimits.file - tailLength;
  let head = new Head(reader.read(0, endsLimits.end), size);
  while (!head.complete && head.bytes.length < headLimit && !enough(head.lines)) {
    const more = reader.read(head.bytes.length, Math.min(head.bytes.length, headLimit - head.bytes.length));
    // Shorter than when it was opened: what is there now is all.
    if (more.length === 0) break;
    head = new Head(Buffer.concat([head.bytes, more]), size);
  }
  if (head.complete || tailLength === 0) return { head: head.lines, tail: [], whole: head.complete };
  const from = Math.max(head.bytes.length, size - tailLength);
  const bytes = reader.read(from, size - from);
  if (from === head.bytes.length) return { head: head.lines, tail: linesOf(Buffer.concat([head.rest, bytes])), whole: true };
  const mark = bytes.length === tailLength ? { head: head.bytes.length, size, end: markOf(bytes.subarray(-markedLength)) } : undefined;
  // The first piece is the end of a line that begins before.
  return { head: head.lines, tail: linesOf(bytes).slice(1), whole: false, ...(mark && { mark }) };
}

function readCompressed(reader: OpenFile, enough: (head: readonly Buffer[]) => boolean, tailLength: number): Ends {
  // Its end is of no use, so its beginning gets the bytes of both.
  let packed = reader.read(0, endsLimits.end + tailLength);
  for (;;) {
    const plain = decompressed(packed);
    const all = packed.length >= reader.size;
    const head = new Head(plain, all ? plain.length : Infinity);
    if (all || packed.length >= endsLimits.file || enough(head.lines)) return { head: head.lines, tail: [], whole: all };
    const more = reader.read(packed.length, Math.min(packed.length, endsLimits.file - packed.length));
    if (more.length === 0) return { head: head.lines, tail: [], whole: false };
    packed = Buffer.concat([packed, more]);
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
const maxDecompressed = 64 << 20;

/** What can be decompressed of a beginning of a zstd file; nothing where it is damaged or none. */
function decompressed(packed: Buffer): Buffer {
  try {
    // Flushing at the end instead of finishing makes the missing rest no error.
    return zstdDecompressSync(packed, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: maxDecompressed });
  } catch {
    return Buffer.alloc(0);
  }
}
