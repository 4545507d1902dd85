import type { Guard } from './mirror/guard';
import { Files, type Line, type LineOptions, type OpenFile } from './files';

/** Which part of a long file is read. Parts begin at multiples of `size`, so that one that is full stays as it is. */
export interface Part {
  /** From 0; `null`: the last. */
  readonly index: number | null;
  /** In bytes. The last part has up to twice as many: it must not begin anew, and be short, when one more would be full. */
  readonly size: number;
}

/** A part that was read: `index` of `count`, with `bytes` of the file's `total`. */
export interface PartRead {
  readonly index: number;
  readonly count: number;
  readonly bytes: number;
  readonly total: number;
}

/** Reads lines of one part of long files, and short ones whole. */
export class PartFiles extends Files {
  /** Of the longest file whose lines were read; `undefined` while all were read whole. */
  read: PartRead | undefined;

  constructor(
    private readonly part: Part,
    private readonly starts: LineStarts,
    guard?: Guard,
  ) {
    super(guard);
  }

  override async eachLine(file: string, onLine: (line: Line) => void, options: LineOptions = {}): Promise<{ offset: number; lines: number }> {
    const { path, size, identity } = await this.stat(file);
    const count = Math.max(1, Math.floor(size / this.part.size));
    if (count === 1 || options.from !== undefined || path.endsWith('.zst')) return super.eachLine(file, onLine, options);
    const index = Math.min(this.part.index ?? count - 1, count - 1);
    const start = index * this.part.size;
    const end = index === count - 1 ? size : start + this.part.size;
    if (size > (this.read?.total ?? 0)) this.read = { index, count, bytes: end - start, total: size };
    const { from, line } = this.starts.at(this, path, identity, start);
    // A part ends with the line that its end cuts.
    const to = index === count - 1 ? {} : { to: end };
    return super.eachLine(file, (each) => onLine({ ...each, number: line + each.number }), { ...options, from, ...to });
  }
}

/** A line that begins a part: its offset in bytes, and how many lines are before it. */
interface LineStart {
  readonly from: number;
  readonly line: number;
}

const chunk = 1 << 20;
const lineFeed = 0x0a;
/** Bytes before a place by which it is known again. */
const traced = 256;
/** Places remembered; each costs reading the file up to it. */
const kept = 1000;

/** Where the first line at or after an offset begins. What a file has before is counted once: agents only append. */
export class LineStarts {
  private readonly known = new Map<string, LineStart & { readonly trace: Buffer }>();

  at(files: Files, path: string, identity: string, offset: number): LineStart {
    if (offset === 0) return { from: 0, line: 0 };
    const key = `${identity} ${path} ${offset}`;
    return files.brief(path, (open) => {
      const known = this.known.get(key);
      // A file that is gone may leave its identity to another.
      if (known !== undefined && traceBefore(open, known.from).equals(known.trace)) return known;
      const start = countedStart(open, offset);
      this.known.set(key, { ...start, trace: traceBefore(open, start.from) });
      if (this.known.size > kept) this.known.delete(this.known.keys().next().value as string);
      return start;
    });
  }
}

function traceBefore(open: OpenFile, from: number): Buffer {
  return open.read(Math.max(0, from - traced), Math.min(from, traced));
}

function countedStart(open: OpenFile, offset: number): LineStart {
  const buffer = Buffer.allocUnsafe(chunk);
  let line = 0;
  for (let at = 0; ; ) {
    const length = open.readInto(buffer, 0, at, chunk);
    if (length === 0) return { from: at, line };
    const bytes = buffer.subarray(0, length);
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) {
      line++;
      if (at + end + 1 >= offset) return { from: at + end + 1, line };
    }
    at += length;
  }
}
