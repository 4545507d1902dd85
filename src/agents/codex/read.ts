import type { Depth, FoundSession, ReadContext, SessionRecord } from '../agent';
import { readEnds, readHead, type Ends } from '../ends';
import { lineageOf, metaIn, readMeta, segmentOf, threadOf } from './lineage';
import { messageOf, roleOf, Source, typedPrompt } from './messages';
import { eachRecord, handleLine, isCut, isDamaged, type RecordHandler } from './records';
import { Row, type FileRole } from './row';
import { payloadOf, peek, type Meta } from './schema';

/** Reads one thread's row. File system errors of the thread's own files are thrown. */
export async function readThread(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  return depth === 'full' ? readFull(found, context) : readByEnds(found, context);
}

async function readFull(found: FoundSession, context: ReadContext): Promise<SessionRecord> {
  const row = new Row(found);
  const handler = handlerOf(row);
  for (const { file, role } of await filesOf(found, context, (file) => readMeta(file, threadOf(file), context))) {
    row.startFile(role);
    try {
      await eachRecord(context.files, file, handler, context.signal);
    } catch (error) {
      context.signal?.throwIfAborted();
      if (role.isOwn && !isDamaged(error)) throw error;
    }
  }
  return row.record('full', true);
}

async function readByEnds(found: FoundSession, context: ReadContext): Promise<SessionRecord> {
  const row = new Row(found);
  const handler = handlerOf(row);
  const read = new Map<string, Ends>();
  const open = async (file: string): Promise<Meta | undefined> => {
    const thread = threadOf(file);
    const readPart = found.files.includes(file) ? readEnds : readHead;
    const ends = await readPart(context.files, file, (head) => tellsEnough(head, thread));
    read.set(file, ends);
    return metaIn(ends.head, thread);
  };
  let isWhole = true;
  for (const { file, role } of await filesOf(found, context, open)) {
    const ends = read.get(file);
    if (ends === undefined) continue;
    row.startFile(role);
    isWhole &&= ends.whole;
    ends.head.forEach((line) => handleBytes(line, handler));
    if (!ends.whole) row.gap();
    ends.tail.forEach((line) => handleBytes(line, handler));
  }
  return row.record('ends', isWhole);
}

/**
 * The files that tell of a thread, in the order of its history: those of forked threads that it builds on, then all of
 * its own, also such as a rewind left behind. Each is opened once.
 */
async function filesOf(
  found: FoundSession,
  context: ReadContext,
  open: (file: string) => Promise<Meta | undefined>,
): Promise<{ file: string; role: FileRole }[]> {
  const { parts } = await lineageOf(found, context, open);
  const own = [...found.files].sort((a, b) => (segmentOf(a) < segmentOf(b) ? -1 : 1));
  const files = parts
    .filter(({ file }) => !own.includes(file))
    .map(({ file, meta, end }) => ({ file, role: { meta, isOwn: false, activeEnd: end } }));
  for (const file of own) {
    const part = parts.find((one) => one.file === file);
    const meta = part === undefined ? await open(file) : part.meta;
    files.push({ file, role: { meta, isOwn: true, activeEnd: part?.end ?? -Infinity } });
  }
  return files;
}

function handlerOf(row: Row): RecordHandler {
  return {
    record: (found, payload, line) => row.add(found, payload, isCut(line)),
    broken: () => undefined,
  };
}

function handleBytes(bytes: Buffer, handler: RecordHandler): void {
  handleLine({ bytes, number: 0, offset: 0, terminated: true, length: bytes.length }, handler);
}

/** Whether the beginning of a file holds what a row needs of it: whose it is and, unless that lies elsewhere, the first prompt. */
function tellsEnough(head: readonly Buffer[], thread: string | undefined): boolean {
  const meta = metaIn(head, thread);
  return meta !== undefined && (meta.isSubagent || meta.base !== null || hasPrompt(head, meta));
}

function hasPrompt(head: readonly Buffer[], meta: Meta): boolean {
  let isLikely = false;
  for (const line of head) {
    const found = peek(line, true);
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
