import { crc32 } from 'node:zlib';
import { asNumber, asObject, asString, type Json, type JsonObject } from '../core/json';
import type { Files, OpenFile } from './files';

/** One line between `start` and `end` in `bytes`, without its line feed. Valid during the call only. */
export type OnLine = (bytes: Buffer, start: number, end: number, isTerminated: boolean) => void;

/** How far a growing file was read, and by what to tell that it only grew since. Plain data, for keeping. */
export type Mark = { readonly identity: string; readonly offset: number; readonly start: number; readonly end: number };

/** What fits into a processor's cache is looked through several times as fast. */
const chunkSize = 256 << 10;
/** Longer lines are passed over: inline images and repeated histories make them, and hold nothing that is counted. */
const longestLine = 16 << 20;
/** Bytes at the start of a file and before the place that was read up to, which must still be there. */
const probeLength = 1024;
const lineFeed = 0x0a;

/** Reads lines of many files one after another through one buffer, on the calling thread. */
export class LineScan {
  private buffer = Buffer.allocUnsafe(chunkSize);

  /**
   * Calls `onLine` for every line of a plain file after what `before` marks, or for all when that is not the file's beginning
   * any more: `begin` is told first which it is. Answers the mark behind the last line that has a line feed.
   * @throws Node's errors.
   */
  read(files: Files, file: string, before: Mark | undefined, begin: (goesOn: boolean) => void, onLine: OnLine): Mark {
    return files.brief(file, (open) => {
      const { identity, size } = open.stamp;
      const goesOn = before !== undefined && before.identity === identity && size >= before.offset && isMarked(open, before);
      begin(goesOn);
      const offset = this.scan(open, goesOn ? before.offset : 0, onLine);
      // A long line needed more than the next file will.
      if (this.buffer.length > chunkSize) this.buffer = Buffer.allocUnsafe(chunkSize);
      return { identity, offset, ...probes(open, offset) };
    });
  }

  private scan(open: OpenFile, from: number, onLine: OnLine): number {
    let offset = from;
    let at = from;
    let held = 0;
    for (;;) {
      const count = open.readInto(this.buffer, held, at, this.buffer.length - held);
      at += count;
      if (count === 0) break;
      const filled = held + count;
      const done = this.lines(filled, held, at === count && from === 0, onLine);
      offset = at - (filled - done);
      held = filled - done;
      if (done > 0) this.buffer.copy(this.buffer, 0, done, filled);
      else if (filled === this.buffer.length) {
        if (filled >= longestLine) {
          const next = this.skipLine(open, at);
          if (next === undefined) return offset;
          [offset, at, held] = [next, next, 0];
        } else this.grow(filled);
      }
    }
    if (held > 0) onLine(this.buffer, 0, endOfLine(this.buffer, 0, held), false);
    return offset;
  }

  /** The whole lines among the first `filled` bytes; the feed is looked for from `known` on. Answers where they end. */
  private lines(filled: number, known: number, isFirst: boolean, onLine: OnLine): number {
    const bytes = this.buffer;
    let start = 0;
    let search = known;
    for (;;) {
      const end = bytes.indexOf(lineFeed, search);
      if (end < 0 || end >= filled) return start;
      const mark = isFirst && start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
      onLine(bytes, start + mark, endOfLine(bytes, start, end), true);
      start = end + 1;
      search = start;
    }
  }

  /** Where the line after the one around `from` begins; `undefined` when the file ends first. */
  private skipLine(open: OpenFile, from: number): number | undefined {
    for (let at = from; ; ) {
      const count = open.readInto(this.buffer, 0, at, chunkSize);
      if (count === 0) return undefined;
      const feed = this.buffer.indexOf(lineFeed);
      if (feed >= 0 && feed < count) return at + feed + 1;
      at += count;
    }
  }

  private grow(filled: number): void {
    const larger = Buffer.allocUnsafe(Math.min(longestLine, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, filled);
    this.buffer = larger;
  }
}

/** The mark in `json`, as it was kept. */
export function markOf(json: Json | undefined): Mark | undefined {
  const mark: JsonObject | undefined = asObject(json);
  const [identity, offset] = [asString(mark?.['identity']), asNumber(mark?.['offset'])];
  if (identity === undefined || offset === undefined) return undefined;
  return { identity, offset, start: asNumber(mark?.['start']) ?? 0, end: asNumber(mark?.['end']) ?? 0 };
}

function isMarked(open: OpenFile, mark: Mark): boolean {
  const { start, end } = probes(open, mark.offset);
  return start === mark.start && end === mark.end;
}

function probes(open: OpenFile, offset: number): Pick<Mark, 'start' | 'end'> {
  const length = Math.min(probeLength, offset);
  return { start: crc32(open.read(0, length)), end: crc32(open.read(offset - length, length)) };
}

function endOfLine(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === 0x0d ? end - 1 : end;
}
