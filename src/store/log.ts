import * as fs from 'node:fs';
import { cancelled } from './logLine';

const pieceSize = 1 << 20;

/** An open log. It is only ever appended to; while it is open it can be read, also when it has been removed. */
export class Log {
  private constructor(private readonly descriptor: number) {}

  /** Throws `ENOENT` when there is none. */
  static open(file: string): Log {
    return new Log(fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_APPEND));
  }

  get size(): number {
    return fs.fstatSync(this.descriptor).size;
  }

  /** As much as there is of `length` bytes from `from`. */
  read(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - from)));
    return bytes.subarray(0, fs.readSync(this.descriptor, bytes, 0, bytes.length, from));
  }

  /** The lines from `from` on that have their line feed, each with the offset behind it. What follows may be half written. */
  *lines(from: number): Generator<{ text: string; end: number }> {
    let rest: Buffer = Buffer.alloc(0);
    let at = from;
    for (;;) {
      const piece = this.read(at + rest.length, pieceSize);
      if (piece.length === 0) return;
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let feed = rest.indexOf(10); feed !== -1; feed = rest.indexOf(10, start)) {
        const text = rest.toString('utf8', start, feed);
        start = feed + 1;
        yield { text, end: at + start };
      }
      at += start;
      rest = rest.subarray(start);
    }
  }

  /**
   * Appends a line behind `end`, the offset behind the last line; what an append that failed left there is cancelled, not
   * cut: cutting could hit another process. Answers the offset behind the line. Throws Node's errors; then a part may stand there.
   */
  append(text: string, end: number): number {
    const { size } = this;
    const bytes = Buffer.from(size > end ? `${cancelled}\n${text}` : text);
    for (let written = 0; written < bytes.length; ) written += fs.writeSync(this.descriptor, bytes, written);
    return size + bytes.length;
  }

  sync(): void {
    fs.fsyncSync(this.descriptor);
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}
