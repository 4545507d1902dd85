import type { JsonObject } from '../../core/json';
import type { Files, Line, LineOptions } from '../../platform/files';
import { payloadOf, peek, type Peek } from './schema';

export interface RecordHandler {
  /** `payload` parses when first called, and is `undefined` when the record turns out to be broken or is too long to hold. */
  record(found: Peek, payload: () => JsonObject | undefined, line: Line): void;
  /** A line, not blank, that holds no record. `record` may have been called for it before. */
  broken(line: Line): void;
}

/**
 * Calls `handler` for the records of one rollout, plain or compressed.
 * @throws Node's errors, for a damaged compressed file those of its decoder (`isDamaged`).
 */
export async function eachRecord(files: Files, file: string, handler: RecordHandler, options: LineOptions): Promise<void> {
  await files.eachLine(file, (line) => handleLine(line, handler), options);
}

/** The same for lines at hand. */
export function handleLine(line: Line, handler: RecordHandler, look = peek): void {
  const isWhole = !isCut(line);
  if (handlePart(line.bytes, isWhole, line, handler, look)) return;
  // A record cut short by a crash has no line end: the next one, often its repetition, follows on the same line.
  const next = line.bytes.lastIndexOf(recordStart);
  if (next > 0 && handlePart(line.bytes.subarray(next), isWhole, line, handler, look)) return;
  if (line.bytes.some((byte) => byte > space || byte === 0)) handler.broken(line);
}

/** Whether only the beginning of a line was delivered, because it is too long to hold. */
export function isCut(line: Line): boolean {
  return line.length > line.bytes.length + maxStripped;
}

/** A byte order mark and a carriage return are no part of a line's bytes but of its length. */
const maxStripped = 4;
const recordStart = Buffer.from('{"timestamp":"');
const space = 0x20;

/** Whether `bytes` are a record, as far as the handler looked. */
function handlePart(bytes: Buffer, isWhole: boolean, line: Line, handler: RecordHandler, look: typeof peek): boolean {
  const found = look(bytes, isWhole);
  if (found === undefined) return false;
  let parsed: JsonObject | undefined;
  let asked = false;
  handler.record(
    found,
    () => {
      if (!asked && isWhole) parsed = payloadOf(found, bytes);
      asked = true;
      return parsed;
    },
    line,
  );
  return !asked || parsed !== undefined || !isWhole;
}

/** Whether a compressed file ended the reading, by being cut off or damaged. */
export function isDamaged(error: unknown): boolean {
  return /^(ZSTD|Z)_/.test((error as { code?: string }).code ?? '');
}
