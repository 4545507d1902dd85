import type * as fs from 'node:fs';
import type { Files } from '../platform/files';

/** Bytes that `ends` reading takes of one file: of each end at first, and in all. */
export const endsLimits = { end: 16 << 10, file: 256 << 10 } as const;

const lineFeed = 0x0a;

/**
 * The start and the end of a JSONL file, growing towards each other on request and never over `endsLimits.file` in all.
 * Only whole lines are delivered; a last line without a line feed counts as whole. The pieces hold line ends as recorded.
 */
export class Ends {
  /** Whole lines from the start of the file. */
  head: Buffer = Buffer.alloc(0);
  /** Whole lines up to its end, none of them in `head`. */
  tail: Buffer = Buffer.alloc(0);
  /** `[0, headEnd)` and `[tailStart, size)` have been read. */
  private headEnd = 0;
  private tailStart: number;
  /** Read bytes whose line isn't whole yet: after `head`, and before `tail`. */
  private headRest: Buffer = Buffer.alloc(0);
  private tailRest: Buffer = Buffer.alloc(0);
  private taken = 0;

  private constructor(private readonly files: Files, private readonly handle: fs.promises.FileHandle, size: number) {
    this.tailStart = size;
  }

  /** Opens `file`, of `size` bytes, reads both ends and hands them to `use`. Errors are Node's own. */
  static async read<T>(files: Files, file: string, size: number, use: (ends: Ends) => Promise<T>): Promise<T> {
    const handle = await files.open(file);
    try {
      const ends = new Ends(files, handle, size);
      await ends.growHead(endsLimits.end);
      await ends.growTail(endsLimits.end);
      return await use(ends);
    } finally {
      await handle.close();
    }
  }

  /** Nothing of the file was left out. */
  get whole(): boolean {
    return this.headEnd >= this.tailStart;
  }

  /** Bytes that may still be read. */
  get left(): number {
    return Math.min(endsLimits.file - this.taken, this.tailStart - this.headEnd);
  }

  /** Whether `text`, of one line, is in the lines read so far. */
  includes(text: string): boolean {
    return this.head.includes(text) || this.tail.includes(text);
  }

  /** Reads up to `bytes` more after the head; answers the lines that became whole by it. */
  async growHead(bytes: number): Promise<Buffer> {
    const wanted = Math.min(bytes, this.left);
    const piece = await this.take(this.headEnd, wanted);
    const read = Buffer.concat([this.headRest, this.headEnd === 0 ? withoutMark(piece) : piece]);
    this.headEnd += wanted;
    const cut = this.whole ? read.length : read.lastIndexOf(lineFeed) + 1;
    this.headRest = read.subarray(cut);
    const lines = this.whole ? this.meet(read) : read.subarray(0, cut);
    this.head = Buffer.concat([this.head, lines]);
    return lines;
  }

  /** Reads up to `bytes` more before the tail; answers the lines that became whole by it. */
  async growTail(bytes: number): Promise<Buffer> {
    const wanted = Math.min(bytes, this.left);
    const piece = await this.take(this.tailStart - wanted, wanted);
    this.tailStart -= wanted;
    const read = Buffer.concat([piece, this.tailRest]);
    if (this.whole) {
      const lines = Buffer.concat([this.headRest, read]);
      this.headRest = this.tailRest = Buffer.alloc(0);
      this.tail = Buffer.concat([lines, this.tail]);
      return lines;
    }
    // The line feed that ends the line before belongs to that line: what follows it is whole.
    const cut = read.indexOf(lineFeed) + 1 || read.length;
    this.tailRest = read.subarray(0, cut);
    const lines = read.subarray(cut);
    this.tail = Buffer.concat([lines, this.tail]);
    return lines;
  }

  /** The head reached the tail: what was held back on both sides makes whole lines. */
  private meet(read: Buffer): Buffer {
    const lines = Buffer.concat([read, this.tailRest]);
    this.headRest = this.tailRest = Buffer.alloc(0);
    return lines;
  }

  private async take(from: number, length: number): Promise<Buffer> {
    if (length <= 0) return Buffer.alloc(0);
    const piece = await this.files.readAt(this.handle, from, length);
    this.taken += piece.length;
    this.files.stats.largestEndsRead = Math.max(this.files.stats.largestEndsRead, this.taken);
    return piece;
  }
}

function withoutMark(start: Buffer): Buffer {
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? start.subarray(3) : start;
}

/** The lines of `piece` without their ends; empty ones are left out. */
export function* linesOf(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; ) {
    const feed = piece.indexOf(lineFeed, start);
    const end = feed < 0 ? piece.length : feed;
    if (end > start) yield piece.subarray(start, end);
    start = end + 1;
  }
}
