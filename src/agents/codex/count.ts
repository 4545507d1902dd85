import * as path from 'node:path';
import { hashText } from '../../core/hash';
import { asArray, asObject, asString, type Json, type JsonObject } from '../../core/json';
import { markOf } from '../../platform/lineScan';
import type { Count, CountContext, FoundSession } from '../agent';
import type { RequestTable } from '../requestTable';
import { CountScan } from './countScan';
import { timeOfId } from './fileName';
import { readMeta, segmentOf } from './history';
import { handleLine, isDamaged, type RecordHandler } from './records';
import { isCopied, type Meta } from './schema';
import { type MeterState, UsageMeter, type UsageRequest } from './usage';

/** Counts the requests of a thread in all of its own files, also those that a rewind left behind: they were paid for. */
export async function countRequests(found: FoundSession, before: Count | undefined, context: CountContext): Promise<Count> {
  const files = [...found.files].sort((a, b) => (segmentOf(a) < segmentOf(b) ? -1 : 1));
  return (await goOn(found, files, before, context)) ?? countAll(found, files, context);
}

/** `undefined` where more happened than that the newest file grew, or that others followed it. */
async function goOn(found: FoundSession, files: readonly string[], before: Count | undefined, context: CountContext): Promise<Count | undefined> {
  const state = before?.state;
  const known = asArray(state?.['files']).map(asObject);
  if (before === undefined || state == null || known.length === 0 || known.length > files.length) return undefined;
  if (known.some((each, place) => asString(each?.['file']) !== files[place] || isCompressed(files[place] ?? ''))) return undefined;
  const counter = new Counter(found, before, context.table);
  counter.done.push(...(known.slice(0, -1) as JsonObject[]));
  for (const [place, file] of files.entries()) {
    if (place < known.length - 1) {
      if (!isUnchanged(known[place], file, context)) return undefined;
    } else if (place === known.length - 1) {
      if (!counter.file(file, known[place], context)) return undefined;
    } else await counter.wholeFile(file, context);
  }
  return counter.count();
}

async function countAll(found: FoundSession, files: readonly string[], context: CountContext): Promise<Count> {
  const counter = new Counter(found, undefined, context.table);
  for (const file of files) await counter.wholeFile(file, context);
  return counter.count();
}

function isCompressed(file: string): boolean {
  return path.extname(file) === '.zst';
}

function isUnchanged(known: JsonObject | undefined, file: string, { files }: CountContext): boolean {
  const mark = markOf(known?.['mark']);
  const { size, identity } = files.brief(file, (open) => open.stamp);
  return mark !== undefined && mark.identity === identity && mark.offset === size;
}

class Counter {
  readonly done: JsonObject[] = [];
  private readonly table: RequestTable;
  private readonly meter: UsageMeter;
  private readonly lines = new CountScan();
  private isPaginated = false;
  private meta: Meta | undefined;
  private seen = 0;
  /** What was read last may read otherwise when more follows. */
  private isTorn = false;

  constructor(private readonly found: FoundSession, before: Count | undefined, table: RequestTable) {
    this.table = table.begin(before);
    const state = before?.state;
    this.isPaginated = state?.['isPaginated'] === true;
    this.meter = new UsageMeter(found.id, (request) => this.add(request), state?.['meter'] as MeterState | undefined);
  }

  /** Goes on in a plain file; `false` when it did not only grow. */
  file(file: string, known: JsonObject | undefined, context: CountContext): boolean {
    this.meta = readMeta(file, context);
    let goesOn = true;
    const mark = context.lines.read(context.files, file, markOf(known?.['mark']), (same) => (goesOn = same), this.lineOf(() => goesOn));
    this.done.push({ file, mark });
    return goesOn;
  }

  async wholeFile(file: string, context: CountContext): Promise<void> {
    this.meta = readMeta(file, context);
    this.isTorn ||= this.meta === undefined;
    this.meter.startFile(this.meta);
    this.isPaginated = this.meta?.isPaginated ?? this.isPaginated;
    if (!isCompressed(file)) {
      const mark = context.lines.read(context.files, file, undefined, () => undefined, this.lineOf(() => true));
      this.done.push({ file, mark });
      return;
    }
    try {
      await context.files.eachLine(
        file,
        (line) => {
          if (!this.scan(line.bytes, 0, line.bytes.length)) handleLine(line, this.handler);
        },
        context.signal && { signal: context.signal },
      );
    } catch (error) {
      context.signal?.throwIfAborted();
      if (!isDamaged(error)) throw error;
    }
    this.done.push({ file, mark: null });
  }

  private lineOf(isWanted: () => boolean) {
    return (bytes: Buffer, start: number, end: number, isTerminated: boolean): void => {
      if (!isWanted()) return;
      const before = this.seen;
      if (!this.scan(bytes, start, end)) {
        const line = bytes.subarray(start, end);
        handleLine({ bytes: line, number: 0, offset: 0, terminated: isTerminated, length: line.length }, this.handler);
      }
      this.isTorn ||= !isTerminated && this.seen > before;
    };
  }

  /** Counts what the bytes of a line tell; `false` where it must be parsed. */
  private scan(bytes: Buffer, start: number, end: number): boolean {
    const found = this.lines.read(bytes, start, end);
    if (found === undefined) return false;
    if (found !== 'nothing' && !isCopied(found, this.meta)) {
      this.seen++;
      this.meter.totals(found.at, found);
    }
    return true;
  }

  private readonly handler: RecordHandler = {
    record: (found, payload) => {
      if (isCopied(found, this.meta)) return;
      if (found.type === 'session_meta' && asString(payload()?.['id']) !== this.found.id) this.meter.startCopies();
      if (!UsageMeter.wants(found, 'full')) return;
      const parsed = payload();
      if (parsed === undefined) return;
      this.seen++;
      this.meter.record(found, parsed);
    },
    broken: () => undefined,
  };

  private add({ at, model, usage, key }: UsageRequest): void {
    const time = Date.parse(at ?? '');
    this.table.add({ ...(key !== null && { id: hashText(key) }), at: Number.isNaN(time) ? undefined : time, model, usage });
  }

  /** Rollouts of the newer kind record every request, so none means none was paid; older ones may not tell. */
  count(): Count {
    const { table, meter, isPaginated } = this;
    return {
      state: this.isTorn ? null : { files: this.done, isPaginated, meter: meter.state as unknown as Json as JsonObject },
      isKnown: meter.measured || isPaginated,
      order: timeOfId(this.found.id) ?? 0,
      // Copies are told by the ids of their turns alone.
      families: [],
      models: table.models,
      requests: table.values,
    };
  }
}
