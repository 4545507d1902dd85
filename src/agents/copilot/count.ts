import { asArray, asString, type Json, type JsonObject } from '../../core/json';
import { markOf } from '../../platform/lineScan';
import type { Count, CountContext, FoundSession } from '../agent';
import type { RequestTable } from '../requestTable';
import { layoutOf } from './find';
import { RecordLines } from './recordLines';
import { type EventRecord, readRecord } from './schema';
import { Spendings, type SpendingState } from './usage';

/** Counts the requests that a log records, without those that a fork took over. The oldest documents record none. */
export async function countRequests(found: FoundSession, before: Count | undefined, { files, lines, table }: CountContext): Promise<Count> {
  let counter = new Counter(undefined, table);
  if (layoutOf(found) === 'document') return counter.count(null);
  let number = 0;
  let isTorn = false;
  const mark = lines.read(
    files,
    found.files[0] ?? '',
    markOf(before?.state?.['mark']),
    (goesOn) => {
      if (goesOn) counter = new Counter(before, table);
    },
    (bytes, start, end, isTerminated) => {
      const seen = counter.seen;
      counter.line(bytes.subarray(start, end), ++number, isTerminated);
      // A last record without its line feed is counted now, and would be again.
      isTorn ||= !isTerminated && counter.seen > seen;
    },
  );
  return counter.count(isTorn || counter.records.isPending ? null : mark);
}

const opening = Buffer.from('{"type":"');
const wanted = /^\{"type":"(?:assistant\.message|session\.(?:start|shutdown|usage_record|compaction_complete))"/;
const wantedTypes = ['assistant.message', 'session.start', 'session.shutdown', 'session.usage_record', 'session.compaction_complete'];

class Counter {
  readonly records = new RecordLines((raw) => this.add(readRecord(raw)), () => undefined);
  /** Records that may matter. */
  seen = 0;
  private readonly spendings: Spendings;
  private readonly ids: Set<string>;
  private beganAt: string | null;

  constructor(before: Count | undefined, private readonly table: RequestTable) {
    const state = before?.state;
    this.spendings = new Spendings(state?.['spendings'] as SpendingState | undefined);
    this.ids = new Set(asArray(state?.['ids']).flatMap((id) => asString(id) ?? []));
    this.beganAt = asString(state?.['beganAt']) ?? null;
  }

  line(bytes: Buffer, number: number, terminated: boolean): void {
    if (!this.records.isPending && isIdle(bytes)) return;
    this.records.push({ bytes, number, terminated, length: bytes.length });
  }

  private add(record: EventRecord): void {
    if (!wantedTypes.includes(record.type)) return;
    this.seen++;
    if (record.id !== undefined && this.ids.has(record.id)) return;
    if (record.id !== undefined) this.ids.add(record.id);
    if (record.type === 'session.start') this.beganAt ??= record.at;
    const isInherited = record.at !== null && this.beganAt !== null && record.at < this.beganAt;
    if (!isInherited) this.spendings.add(record);
  }

  count(mark: JsonObject | null): Count {
    const table = this.table.begin();
    for (const { at, model, usage, requests, isCompaction } of this.spendings.all) {
      // The program's own totals leave it out.
      if (!isCompaction) table.add({ at: at === null ? undefined : Date.parse(at), model, usage, requests });
    }
    const state = { mark, ids: [...this.ids], beganAt: this.beganAt, spendings: this.spendings.state as unknown as Json };
    return {
      state: mark && state,
      isKnown: this.spendings.sum !== null,
      order: this.beganAt === null ? 0 : Date.parse(this.beganAt),
      // Copies are told by their times alone.
      families: [],
      models: table.models,
      requests: table.values,
    };
  }
}

/** Whether a line is one whole record that holds nothing of what is counted. */
function isIdle(bytes: Buffer): boolean {
  return bytes[bytes.length - 1] === 0x7d && bytes.lastIndexOf(opening) === 0 && !wanted.test(bytes.toString('latin1', 0, 64));
}
