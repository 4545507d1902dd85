import { asCount } from '../../core/json';
import { ObjectScan } from '../../core/objectScan';
import type { Counts, Peek } from './schema';
import type { Totals } from './usage';

/** A `token_count` record. */
export type TokenCount = Totals & Pick<Peek, 'at' | 'ordinal'>;

const closingBrace = 0x7d;
/** Of these the payload must be parsed: there are few, and they tell whose the others are. */
const parsedTypes = ['session_meta', 'turn_context', 'token_usage_record'] as const;
const parsedKinds = ['task_started', 'turn_started'] as const;
/** Their payloads have types of their own. */
const typedPayloads = ['response_item', 'event_msg'] as const;

const nothing = new Uint8Array();

/** Reads lines by their bytes alone, and makes nothing of most of them that would have to be cleared away. */
export class CountScan {
  private readonly record = new ObjectScan(nothing, 0, 0);
  private readonly payload = new ObjectScan(nothing, 0, 0);
  private readonly info = new ObjectScan(nothing, 0, 0);
  private readonly counts = new ObjectScan(nothing, 0, 0);

  /**
   * What counts of a line: its token counts, or `nothing` where it is a record of a kind that has none. `undefined` where the record must be
   * parsed to tell. The order of fields is the one that `peek` knows.
   */
  read(bytes: Buffer, start: number, end: number): TokenCount | 'nothing' | undefined {
    if (bytes[end - 1] !== closingBrace) return undefined;
    const record = this.record.restart(bytes, start, end);
    if (!record.next() || !record.isKey('timestamp')) return undefined;
    const [timeStart, timeEnd] = [record.valueStart + 1, record.valueEnd - 1];
    if (!record.next()) return undefined;
    let ordinal: number | null = null;
    if (record.isKey('ordinal')) {
      ordinal = record.number ?? null;
      if (ordinal === null || !record.next()) return undefined;
    }
    if (!record.isKey('type') || isOneOf(record, parsedTypes)) return undefined;
    const isTyped = isOneOf(record, typedPayloads);
    if (!record.next() || !record.isKey('payload') || !record.isObject) return undefined;
    const payload = record.inside(this.payload);
    if (!payload.next() || !payload.isKey('type')) return isTyped ? undefined : 'nothing';
    if (!payload.isText('token_count')) return isOneOf(payload, parsedKinds) ? undefined : 'nothing';
    const totals = this.totalsIn(payload);
    record.leave(payload);
    while (record.next());
    // A record that was cut off by a crash may have the next one behind it.
    if (!payload.isWhole || !record.isAll) return undefined;
    return { at: bytes.toString('latin1', timeStart, timeEnd), ordinal, ...totals };
  }

  private totalsIn(payload: ObjectScan): Totals {
    let [total, last]: (Counts | undefined)[] = [];
    while (payload.next()) {
      if (!payload.isKey('info') || !payload.isObject) continue;
      const info = payload.inside(this.info);
      while (info.next()) {
        if (info.isKey('total_token_usage')) total = this.countsIn(info);
        else if (info.isKey('last_token_usage')) last = this.countsIn(info);
      }
      payload.leave(info);
    }
    return { total, last };
  }

  /** As `countsOf` reads them. */
  private countsIn(member: ObjectScan): Counts | undefined {
    if (!member.isObject) return undefined;
    const counts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };
    const json = member.inside(this.counts);
    while (json.next()) {
      if (json.isKey('input_tokens')) counts.input = countOf(json);
      else if (json.isKey('cached_input_tokens')) counts.cached = countOf(json);
      else if (json.isKey('cache_write_input_tokens')) counts.cacheWrite = countOf(json);
      else if (json.isKey('output_tokens')) counts.output = countOf(json);
      else if (json.isKey('reasoning_output_tokens')) counts.reasoning = countOf(json);
    }
    member.leave(json);
    return counts;
  }
}

function countOf(member: ObjectScan): number {
  return asCount(member.number);
}

function isOneOf(member: ObjectScan, texts: readonly string[]): boolean {
  for (const text of texts) if (member.isText(text)) return true;
  return false;
}
