import type { Files, OpenFile } from '../platform/files';
import { endsLimits, markedLength, markOf } from './ends';

const lineFeed = 0x0a;

/**
 * Holds what is read of one file at a time. Reading is synchronous, so no other file can come between; a new buffer for each of
 * thousands of files costs more than reading them.
 */
const scratch = Buffer.allocUnsafeSlow(endsLimits.file);

/**
 * The start and the end of a transcript, read in pieces that grow towards each other, never over `endsLimits.file` in all. Names
 * are appended again at every checkpoint, so a search for one goes backwards from the end. Pieces are whole lines with their
 * ends; a last line without a line feed counts as whole. Pieces are valid during `use` only.
 */
export class GrowingEnds {
  /** `[0, headEnd)` and `[tailStart, size)` have been read. */
  private headEnd = 0;
  private tailStart: number;
  /** Where the lines already answered end and begin: what was read between them isn't whole lines yet. */
  private headLines = 0;
  private tailLines: number;
  private taken = 0;
  /** What a place in the tail has more than its place in the buffer. A file that fits lies in it as it is. */
  private readonly shift: number;

  private constructor(private readonly files: Files, private readonly source: OpenFile, size: number) {
    this.tailStart = this.tailLines = size;
    this.shift = Math.max(0, size - scratch.length);
  }

  /** Opens `file`, which a look found to be a file of `size` bytes, for the time of `use`. Errors are Node's own. */
  static open<T>(files: Files, file: string, size: number, use: (ends: GrowingEnds) => T): T {
    return files.brief(file, (source) => use(new GrowingEnds(files, source, size)), true);
  }

  /** Nothing of the file was left out. */
  get whole(): boolean {
    return this.headEnd >= this.tailStart;
  }

  /** Bytes that may still be read. */
  get left(): number {
    return this.tailStart - this.shift - this.headEnd;
  }

  /** Reads up to `bytes` more after the head; answers the lines that became whole by it. */
  growHead(bytes: number): Buffer {
    const wanted = Math.min(bytes, this.left);
    this.read(this.headEnd, wanted, this.headEnd);
    this.headEnd += wanted;
    const from = this.headLines === 0 ? markLength() : this.headLines;
    // Head and tail have met: what was held back on both sides makes whole lines.
    this.headLines = this.whole ? this.tailLines : scratch.subarray(0, this.headEnd).lastIndexOf(lineFeed) + 1;
    return scratch.subarray(Math.min(from, this.headLines), this.headLines);
  }

  /** Reads up to `bytes` more before the tail; answers the lines that became whole by it. */
  growTail(bytes: number): Buffer {
    const wanted = Math.min(bytes, this.left);
    this.tailStart -= wanted;
    this.read(this.tailStart, wanted, this.tailStart - this.shift);
    const to = this.tailLines - this.shift;
    const read = scratch.subarray(this.tailStart - this.shift, to);
    // Up to its first line feed what was read belongs to a line that begins before it.
    const from = this.whole ? this.headLines : this.tailStart - this.shift + (read.indexOf(lineFeed) + 1 || read.length);
    this.tailLines = from + this.shift;
    return scratch.subarray(from, to);
  }

  /** A mark of the bytes before `at`; `undefined` where they have not been read. */
  markAt(at: number): number | undefined {
    const from = Math.max(0, at - markedLength);
    const isRead = this.whole || at <= this.headEnd || from >= this.tailStart;
    if (!isRead) return undefined;
    const shift = from >= this.tailStart ? this.shift : 0;
    return markOf(scratch.subarray(from - shift, at - shift));
  }

  private read(from: number, length: number, at: number): void {
    if (length <= 0) return;
    const filled = this.source.readInto(scratch, at, from, length);
    // Shorter than when it was looked at: what isn't there is no text.
    if (filled < length) scratch.fill(lineFeed, at + filled, at + length);
    this.taken += length;
    this.files.stats.largestEndsRead = Math.max(this.files.stats.largestEndsRead, this.taken);
  }
}

/** Length of the byte order mark that the head begins with. */
function markLength(): number {
  return scratch[0] === 0xef && scratch[1] === 0xbb && scratch[2] === 0xbf ? 3 : 0;
}

/** The lines of `piece` without their ends; empty ones are left out. */
export function* linesOf(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; ) {
    const end = endOfLine(piece, start);
    if (end > start) yield piece.subarray(start, end);
    start = end + 1;
  }
}

/** Where the line ends that holds the byte at `at`. */
export function endOfLine(piece: Buffer, at: number): number {
  const feed = piece.indexOf(lineFeed, at);
  return feed < 0 ? piece.length : feed;
}

/** Where the line begins that holds the byte at `at`. */
export function startOfLine(piece: Buffer, at: number): number {
  return at === 0 ? 0 : piece.lastIndexOf(lineFeed, at - 1) + 1;
}

/** Whether the bytes of `start` stand in `piece` at `at`. */
export function beginsWith(piece: Buffer, start: Buffer, at: number): boolean {
  for (let index = 0; index < start.length; index++) if (piece[at + index] !== start[index]) return false;
  return true;
}
