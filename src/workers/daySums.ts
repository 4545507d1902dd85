import { columnOf, requestWidth } from '../agents/requestTable';
import { localDay } from '../core/time';
import type { Usage } from '../transcript/model';

/** What a session used on one day with one model. */
export interface DaySum {
  /** In the local time zone, as YYYY-MM-DD; `null` for what has no time. */
  readonly day: string | null;
  readonly model: string | null;
  /** By sub-agents whose records stand in the session's files, or whose session it is. */
  readonly isSide: boolean;
  readonly requests: number;
  readonly usage: Usage;
}

/** Sums up requests, rows as in `requestColumns`, but for those at places that `skip` names. */
export function daySums(rows: Float64Array, models: readonly string[], skip: (place: number) => boolean = () => false): DaySum[] {
  const sums = new Map<string, Sum>();
  const days = new Days();
  for (let place = 0; place < rows.length; place += requestWidth) {
    if (skip(place)) continue;
    const day = days.of(rows[place + columnOf.at] as number);
    const [model, isSide] = [rows[place + columnOf.model] as number, rows[place + columnOf.side] === 1];
    const key = `${day} ${model} ${isSide}`;
    const sum = sums.get(key) ?? new Sum(day, models[model] ?? null, isSide);
    if (sum.add(rows, place)) sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Finds the days of times, most of which lie close to the one before. */
class Days {
  private slot = NaN;
  private day: string | null = null;

  of(time: number): string | null {
    // Wherever and whenever on earth, a day begins on a quarter of an hour.
    const slot = Math.floor(time / 900_000);
    if (slot !== this.slot) {
      this.slot = slot;
      this.day = localDay(new Date(time)) || null;
    }
    return this.day;
  }
}

class Sum {
  requests = 0;
  readonly usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };

  constructor(readonly day: string | null, readonly model: string | null, readonly isSide: boolean) {}

  /** `false` for an answer that was broken off before it cost anything. */
  add(rows: Float64Array, place: number): boolean {
    const { usage } = this;
    const at = (column: keyof typeof columnOf): number => rows[place + columnOf[column]] as number;
    const [input, output, read, write] = [at('input'), at('output'), at('cache_read'), at('cache_write')];
    if (input + output + read + write === 0) return false;
    this.requests += at('requests');
    usage.input += input;
    usage.output += output;
    usage.cache_read += read;
    usage.cache_write += write;
    usage.reasoning += at('reasoning');
    return true;
  }
}
