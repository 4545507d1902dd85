import { hashText } from '../../core/hash';
import { parseObject } from '../../core/json';
import { markOf, type Mark } from '../../platform/lineScan';
import type { Count, CountContext, FoundSession } from '../agent';
import type { RequestTable } from '../requestTable';
import { mainFile } from './mainFile';
import { type LogRecord, type Message, readRecord } from './schema';
import { eachRecord, isDocument } from './source';
import { usageOf } from './usage';

/** An imported session comes after the one whose messages it repeats. */
const importedOrder = 1e15;
const imported = Buffer.from('Imported session from');
const tokens = Buffer.from('"tokens"');

/**
 * Counts the answers of a session, each once however often its record is repeated, and also when it was rewound or
 * compressed away: it was paid for.
 */
export async function countRequests(found: FoundSession, before: Count | undefined, context: CountContext): Promise<Count> {
  const { stamp, digest } = await mainFile(found.files, context.files);
  const file = stamp.path;
  let counter = new Counter(undefined, context.table);
  let mark: Mark | null = null;
  if (isDocument(await context.files.range(file, 0, 16))) {
    await eachRecord(context.files, file, (raw) => counter.add(readRecord(raw)), context.signal);
  } else {
    let isTorn = false;
    const known = before?.state?.['file'] === file ? markOf(before.state['mark']) : undefined;
    mark = context.lines.read(
      context.files,
      file,
      known,
      (goesOn) => {
        if (goesOn) counter = new Counter(before, context.table);
      },
      (bytes, start, end, isTerminated) => {
        const line = bytes.subarray(start, end);
        counter.isImported ||= line.includes(imported);
        const raw = line.includes(tokens) ? parseObject(line.toString('utf8')) : undefined;
        if (raw === undefined) return;
        counter.add(readRecord(raw));
        isTorn ||= !isTerminated;
      },
    );
    if (isTorn) mark = null;
  }
  return counter.count(file, mark, Date.parse(digest.startTime ?? '') || 0);
}

class Counter {
  isImported: boolean;
  private readonly table: RequestTable;

  constructor(before: Count | undefined, table: RequestTable) {
    this.table = table.begin(before);
    this.isImported = before?.state?.['isImported'] === true;
  }

  add(record: LogRecord): void {
    if (record.type === 'message') this.message(record.message);
    if (record.type === 'metadata') for (const message of record.messages ?? []) this.message(message);
  }

  private message({ id, at, model, tokens: counts }: Message): void {
    if (counts === undefined) return;
    const usage = usageOf(counts);
    // Ids made by hand may come again; an import keeps the time and the numbers as well.
    const shared = hashText(JSON.stringify([id, at, usage]));
    this.table.add({ id: hashText(id), shared, at: at === null ? undefined : Date.parse(at), model, usage }, true);
  }

  count(file: string, mark: Mark | null, startedAt: number): Count {
    const { table, isImported } = this;
    return {
      state: mark && { file, mark, isImported },
      isKnown: !table.isEmpty,
      order: (isImported ? importedOrder : 0) + startedAt,
      // An import may begin with any of its origin's messages.
      families: ['gemini'],
      models: table.models,
      requests: table.values,
    };
  }
}
