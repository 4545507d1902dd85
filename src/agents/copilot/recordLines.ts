import { parseObject, type JsonObject } from '../../core/json';
import type { Omission } from '../../transcript/model';

/** A line, with its number from 1. */
export interface LogLine {
  readonly bytes: Buffer;
  readonly number: number;
  readonly terminated: boolean;
  /** Larger than `bytes` when the line was too long to load. */
  readonly length: number;
}

/** A record that does not end on its line, and what has come of it so far. */
interface OpenRecord {
  readonly text: string;
  readonly number: number;
  readonly lines: number;
  readonly length: number;
  readonly terminated: boolean;
}

const start = '{"type":"';
/** A record that was cut does not end at all; it must not swallow the rest of the log. In lines and in bytes. */
const mostJoined = { lines: 200, bytes: 4 << 20 } as const;
/** Such records are passed over by their type when they are long: parsing one costs several times its size in memory. */
const bulky = /^\{"type":"(?:model\.|session\.binary_asset")/;
const bulkyLength = 64 << 10;

/**
 * Gets records out of the lines of a log, also of damaged ones: zero bytes after a crash (copilot-cli#2217, #3593), a whole
 * record behind a cut one (#4098), a line feed inside a string (#2649).
 */
export class RecordLines {
  private open: OpenRecord | undefined;

  constructor(
    private readonly onRecord: (raw: JsonObject, line: number) => void,
    private readonly onOmission: (code: Omission['code'], line: number, bytes: number) => void,
  ) {}

  push(line: LogLine): void {
    if (line.length > bulkyLength && bulky.test(line.bytes.toString('latin1', 0, 64))) return this.close();
    if (line.length > line.bytes.length + 4) {
      this.close();
      return this.onOmission('oversized_record', line.number, line.length);
    }
    const text = line.bytes.toString('utf8').replaceAll('\0', '');
    if (text.trim() === '' && this.open === undefined) {
      if (line.bytes.includes(0)) this.omit(line);
      return;
    }
    const record = parseObject(text);
    if (record === undefined) return this.pushBroken(line, text);
    this.close();
    this.onRecord(record, line.number);
  }

  /** Whether a record has begun that may end on the next line. */
  get isPending(): boolean {
    return this.open !== undefined;
  }

  /** After the last line. */
  end(): void {
    this.close();
  }

  private pushBroken(line: LogLine, text: string): void {
    const second = text.lastIndexOf(start);
    const whole = second > 0 ? parseObject(text.slice(second)) : undefined;
    if (whole !== undefined) {
      this.close();
      this.onOmission('broken_record', line.number, Buffer.byteLength(text.slice(0, second)));
      return this.onRecord(whole, line.number);
    }
    if (text.startsWith(start)) {
      this.close();
      this.open = { text, number: line.number, lines: 1, length: line.length, terminated: line.terminated };
    } else if (this.open === undefined) {
      this.omit(line);
    } else {
      this.join(this.open, line, text);
    }
  }

  private join(open: OpenRecord, line: LogLine, text: string): void {
    const joined = `${open.text}\\n${text}`;
    const record = parseObject(joined);
    this.open = undefined;
    if (record !== undefined) return this.onRecord(record, open.number);
    const { number, lines, length } = open;
    this.open = { text: joined, number, lines: lines + 1, length: length + 1 + line.length, terminated: line.terminated };
    if (lines >= mostJoined.lines || length >= mostJoined.bytes) this.close();
  }

  private close(): void {
    if (this.open !== undefined) this.omit(this.open);
    this.open = undefined;
  }

  private omit({ terminated, number, length }: Omit<LogLine, 'bytes'>): void {
    this.onOmission(terminated ? 'broken_record' : 'torn_end', number, length);
  }
}
