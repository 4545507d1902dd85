import { parseObject, type JsonObject } from '../../core/json';
import type { Files, Line } from '../../platform/files';
import type { Omission } from '../../transcript/model';
import { messageLines } from './messageLines';

/** Where a record or message stands: its line, from 1. */
export interface RecordPlace {
  readonly line: number;
  /** For a `.json` file: the line of each of its messages. */
  readonly messages?: readonly number[];
}

export type OnRecord = (record: JsonObject, place: RecordPlace) => void;

/** Such a file is parsed at once, which costs several times its size in memory; `.jsonl` took its place in April 2026. */
const longestDocument = 24 << 20;

/**
 * Every record of a session file, by its content and not by its name: a log has one on each line, an older file is one
 * object over many lines. Answers what could not be read. File system errors are thrown.
 */
export async function eachRecord(files: Files, file: string, onRecord: OnRecord, signal?: AbortSignal): Promise<readonly Omission[]> {
  if (isDocument(await files.range(file, 0, 16))) return readDocument(files, file, onRecord);
  const omissions: Omission[] = [];
  await files.eachLine(file, (line) => {
    const omitted = readLine(line, onRecord);
    if (omitted !== undefined) omissions.push({ code: omitted, source: { file, line: line.number }, bytes: line.length });
  }, signal && { signal });
  return omissions;
}

/** Whether a file that begins with `head` is one object, written with line breaks. */
export function isDocument(head: Buffer): boolean {
  return /^\uFEFF?\s*\{\s*[\r\n]/.test(head.toString('utf8'));
}

function readLine(line: Line, onRecord: OnRecord): Omission['code'] | undefined {
  if (line.length > line.bytes.length + 4) return 'oversized_record';
  const text = line.bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  const record = parseObject(text);
  if (record === undefined) return line.terminated ? 'broken_record' : 'torn_end';
  onRecord(record, { line: line.number });
  return undefined;
}

async function readDocument(files: Files, file: string, onRecord: OnRecord): Promise<readonly Omission[]> {
  const { size } = await files.stat(file);
  const source = { file, line: 1 };
  if (size > longestDocument) return [{ code: 'oversized_record', source, bytes: size }];
  const text = (await files.range(file, 0, size)).toString('utf8');
  const record = parseObject(text.replace(/^\uFEFF/, ''));
  if (record === undefined) return [{ code: 'broken_record', source, bytes: size }];
  onRecord(record, { line: 1, messages: messageLines(text) });
  return [];
}
