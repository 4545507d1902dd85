import { parseObject, type JsonObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { endsLimits } from '../ends';
import { GrowingEnds, linesOf } from '../growingEnds';
import { Digest } from './digest';
import { readRecord } from './schema';
import { isDocument } from './source';

const step = 64 << 10;

export interface EndsDigest {
  readonly digest: Digest;
  /** The whole file was read, so that its history is known. */
  readonly whole: boolean;
  /** A `.json` file that is no JSON. */
  readonly isBroken: boolean;
}

/** Digests the start and the end of a session file; more of it only where the first prompt or the title isn't in them. */
export function digestEnds(files: Files, file: string, size: number): EndsDigest {
  return GrowingEnds.open(files, file, size, (ends) => {
    const head = ends.growHead(endsLimits.end);
    const tail = ends.growTail(endsLimits.end);
    return isDocument(head) ? digestDocument(ends, head, tail) : digestLog(ends, head, tail);
  });
}

function digestLog(ends: GrowingEnds, head: Buffer, end: Buffer): EndsDigest {
  const digest = new Digest();
  addLines(digest, head);
  // The first prompt comes after a description of the environment, which may be long.
  while (!digest.sawConversation && ends.left > 0) addLines(digest, ends.growHead(step));
  // A summary is appended when the session isn't in use; when it is resumed, later records push it away from the end.
  const tail = [end];
  while (digest.summary === undefined && !hasSummary(tail[0]) && ends.left > 0) tail.unshift(ends.growTail(step));
  for (const piece of tail) addLines(digest, piece);
  return { digest, whole: ends.whole, isBroken: false };
}

function addLines(digest: Digest, piece: Buffer): void {
  for (const line of linesOf(piece)) {
    const raw = parseObject(line.toString('utf8'));
    if (raw !== undefined) digest.add(readRecord(raw));
  }
}

function hasSummary(piece: Buffer | undefined): boolean {
  for (const line of linesOf(piece ?? Buffer.alloc(0))) {
    // Most lines are passed over without being parsed.
    const raw = line.includes('"$set"') && line.includes('"summary"') ? parseObject(line.toString('utf8')) : undefined;
    const record = raw && readRecord(raw);
    if (record?.type === 'metadata' && record.fields['summary'] !== undefined) return true;
  }
  return false;
}

function digestDocument(ends: GrowingEnds, head: Buffer, tail: Buffer): EndsDigest {
  const digest = new Digest();
  const parse = (start: Buffer): JsonObject | undefined => (ends.whole ? parseObject(Buffer.concat([start, tail]).toString()) : joinCut(start.toString(), tail.toString()));
  const raw = parse(head) ?? parse(Buffer.concat([head, ends.growHead(ends.left)]));
  if (raw !== undefined) digest.add(readRecord(raw));
  return { digest, whole: ends.whole, isBroken: raw === undefined };
}

/** The object whose start and end are given, without the messages between. It was written with two blanks a level. */
function joinCut(head: string, tail: string): JsonObject | undefined {
  const lastMessageEnd = head.lastIndexOf('\n    }');
  const listEnd = tail.lastIndexOf('\n  ]');
  const start = parseObject(lastMessageEnd < 0 ? '' : `${head.slice(0, lastMessageEnd)}\n    }]}`);
  const rest = parseObject(listEnd < 0 ? '' : `{${tail.slice(listEnd).replace(/^\s*\],?/, '')}`);
  return start && rest && { ...start, ...rest };
}
