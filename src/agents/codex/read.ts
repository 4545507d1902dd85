import type { JsonObject } from '../../core/json';
import type { Line } from '../../platform/files';
import type { Depth, FoundSession, ReadContext, SessionRecord } from '../agent';
import { readEnds, readGrownTail, readHead, type Ends, type EndsMark } from '../ends';
import { factsOf } from './find';
import { historyOf, metaIn, readMeta, threadOf } from './history';
import { messageOf, roleOf, Source, typedPrompt } from './messages';
import { eachRecord, handleLine, isCut, isDamaged, type RecordHandler } from './records';
import { Row, type Start } from './row';
import { payloadOf, peek, type Meta, type Peek } from './schema';

/** A message longer than this, in bytes, holds images; it is counted without being parsed. */
const longestParsed = 8 << 20;

/** Reads one thread's row. File system errors of the thread's own files are thrown. */
export async function readThread(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  return depth === 'full' ? readFull(found, context) : (readGrown(found, context) ?? readByEnds(found, context));
}

async function readFull(found: FoundSession, context: ReadContext): Promise<SessionRecord> {
  const row = new Row(found, 'full');
  // Copies come first in a file.
  const copiesEnd = new Map<string, number>();
  let current = '';
  const handler = handlerOf(row, ({ number }) => row.isCopied && copiesEnd.set(current, number));
  const options = { maxLine: longestParsed, ...(context.signal === undefined ? {} : { signal: context.signal }) };
  const { files } = historyOf(found, context, (file) => readMeta(file, context));
  for (const { file, role } of files) {
    row.startFile(role);
    current = file;
    try {
      await eachRecord(context.files, file, handler, options);
    } catch (error) {
      context.signal?.throwIfAborted();
      if (role.isOwn && !isDamaged(error)) throw error;
    }
  }
  if (copiesEnd.size > 0) context.onCopies?.(({ source }) => source.line <= (copiesEnd.get(source.file) ?? 0));
  return row.record(true);
}

function readByEnds(found: FoundSession, context: ReadContext): SessionRecord {
  const row = new Row(found, 'ends');
  const handler = handlerOf(row);
  const read = new Map<string, Ends>();
  const look = peekOnce();
  const open = (file: string): Meta | undefined => {
    const thread = threadOf(file);
    const readPart = found.files.includes(file) ? readEnds : readHead;
    const ends = readPart(context.files, file, (head) => tellsEnough(head, thread, look));
    read.set(file, ends);
    return metaIn(ends.head, thread, look);
  };
  let isWhole = true;
  let begun: Begun | undefined;
  const { files } = historyOf(found, context, open);
  for (const { file, role } of files) {
    const ends = read.get(file);
    if (ends === undefined) continue;
    row.startFile(role);
    isWhole &&= ends.whole;
    ends.head.forEach((line) => handleBytes(line, handler, look));
    if (!ends.whole) {
      const { start, firstPrompt } = row;
      if (files.length === 1 && firstPrompt !== null && start !== undefined && ends.mark !== undefined) begun = { firstPrompt, start, mark: ends.mark };
      row.gap();
    }
    ends.tail.forEach((line) => handleBytes(line, handler));
  }
  return goingOn(row.record(isWhole), begun);
}

/** The start of a thread's only file, and by what that file is known again. Plain data. */
interface Begun {
  readonly firstPrompt: string;
  readonly start: Start;
  readonly mark: EndsMark;
}

/** The row of a thread whose only file has grown, from its end: the same as from both. `undefined` where that isn't certain. */
function readGrown(found: FoundSession, { files, earlier }: ReadContext): SessionRecord | undefined {
  const begun = earlier?.record.start as unknown as Omit<Begun, 'firstPrompt'> | undefined;
  const [file] = found.files;
  if (earlier === undefined || begun === undefined || file === undefined || found.files.length > 1 || earlier.found.files[0] !== file) return undefined;
  if (factsOf(earlier.found).identity !== factsOf(found).identity) return undefined;
  const grown = readGrownTail(files, file, begun.mark);
  if (grown === undefined) return undefined;
  const row = Row.begun(found, earlier.record, begun.start);
  const handler = handlerOf(row);
  row.gap();
  grown.tail.forEach((line) => handleBytes(line, handler));
  return goingOn(row.record(false), { firstPrompt: earlier.record.firstPrompt ?? '', start: begun.start, mark: grown.mark });
}

/** The first prompt is in the row; a reading in which the end told of another one can't be gone on from. */
function goingOn(record: SessionRecord, begun: Begun | undefined): SessionRecord {
  if (begun === undefined || begun.firstPrompt !== record.firstPrompt) return record;
  const { start, mark } = begun;
  return { ...record, start: { start, mark } as unknown as JsonObject };
}

function handlerOf(row: Row, onAdded?: (line: Line) => unknown): RecordHandler {
  return {
    record: (found, payload, line) => {
      row.add(found, payload, isCut(line));
      onAdded?.(line);
    },
    broken: () => undefined,
  };
}

/** Looks at each line, and parses it, once: the start of a file is gone through several times, and holds its longest records. */
function peekOnce(): typeof peek {
  const seen = new Map<Buffer, Peek | undefined>();
  return (bytes, isWhole) => {
    const found = seen.get(bytes) ?? peek(bytes, isWhole);
    seen.set(bytes, found);
    return found;
  };
}

function handleBytes(bytes: Buffer, handler: RecordHandler, look?: typeof peek): void {
  handleLine({ bytes, number: 0, offset: 0, terminated: true, length: bytes.length }, handler, look);
}

/** Whether the beginning of a file holds what a row needs of it: whose it is and, unless that lies elsewhere, the first prompt. */
function tellsEnough(head: readonly Buffer[], thread: string | undefined, look: typeof peek): boolean {
  const meta = metaIn(head, thread, look);
  return meta !== undefined && (meta.isSubagent || meta.base !== null || hasPrompt(head, meta, look));
}

function hasPrompt(head: readonly Buffer[], meta: Meta, look: typeof peek): boolean {
  let isLikely = false;
  for (const line of head) {
    const found = look(line, true);
    const source = found && roleOf(found, meta)?.source;
    const payload = source === undefined ? undefined : payloadOf(found as NonNullable<typeof found>, line);
    const message = source === undefined || payload === undefined ? undefined : messageOf(source, payload);
    if (message === undefined) continue;
    if (message.role === 'user' && typedPrompt(message.text) !== '') {
      if (message.source !== Source.response) return true;
      // An event or item tells the same prompt next; where the answer comes without one there is none.
      isLikely = true;
    } else if (isLikely) {
      return true;
    }
  }
  return false;
}
