import type { Files, OpenFile } from '../platform/files';
import { endsLimits } from './ends';

const lineFeed = 0x0a;
const nothing = Buffer.alloc(0);

/**
 * The start and the end of a transcript, read in pieces that grow towards each other, never over `endsLimits.file` in all. Names
 * are appended again at every checkpoint, so a search for one goes backwards from the end. Pieces are whole lines with their
 * ends; a last line without a line feed counts as whole.
 */
export class GrowingEnds {
  /** `[0, headEnd)` and `[tailStart, size)` have been read. */
  private headEnd = 0;
  private tailStart: number;
  /** Read bytes whose line isn't whole yet: the last ones of the head, and the first ones of the tail. */
  private headRest: Buffer = nothing;
  private tailRest: Buffer = nothing;
  private taken = 0;

  private constructor(private readonly files: Files, private readonly source: OpenFile, size: number) {
    this.tailStart = size;
  }

  /** Opens `file`, of `size` bytes, for the time of `use`. Errors are Node's own. */
  static open<T>(files: Files, file: string, size: number, use: (ends: GrowingEnds) => T): T {
    return files.brief(file, (source) => use(new GrowingEnds(files, source, size)));
  }

  /** Nothing of the file was left out. */
  get whole(): boolean {
    return this.headEnd >= this.tailStart;
  }

  /** Bytes that may still be read. */
  get left(): number {
    return Math.min(endsLimits.file - this.taken, this.tailStart - this.headEnd);
  }

  /** Reads up to `bytes` more after the head; answers the lines that became whole by it. */
  growHead(bytes: number): Buffer {
    const wanted = Math.min(bytes, this.left);
    const piece = this.take(this.headEnd, wanted);
    const read = Buffer.concat([this.headRest, this.headEnd === 0 ? withoutMark(piece) : piece]);
    this.headEnd += wanted;
    if (this.whole) return this.join(read, this.tailRest);
    const cut = read.lastIndexOf(lineFeed) + 1;
    this.headRest = read.subarray(cut);
    return read.subarray(0, cut);
  }

  /** Reads up to `bytes` more before the tail; answers the lines that became whole by it. */
  growTail(bytes: number): Buffer {
    const wanted = Math.min(bytes, this.left);
    const piece = this.take(this.tailStart - wanted, wanted);
    this.tailStart -= wanted;
    const read = Buffer.concat([piece, this.tailRest]);
    if (this.whole) return this.join(this.headRest, read);
    // Up to its first line feed the piece belongs to a line that begins before it.
    const cut = read.indexOf(lineFeed) + 1 || read.length;
    this.tailRest = read.subarray(0, cut);
    return read.subarray(cut);
  }

  /** Head and tail have met: what was held back on both sides makes whole lines. */
  private join(head: Buffer, tail: Buffer): Buffer {
    this.headRest = this.tailRest = nothing;
    return Buffer.concat([head, tail]);
  }

  private take(from: number, length: number): Buffer {
    if (length <= 0) return nothing;
    const piece = this.source.read(from, length);
    this.taken += length;
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
