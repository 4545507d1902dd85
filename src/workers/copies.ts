import { columnOf, requestWidth } from '../agents/requestTable';
import { hashText } from '../core/hash';
import { type DaySum, daySums } from './daySums';

/** Months back for which zones are compared. */
const zoneMonths = 120;

/**
 * By what it is told whether sums of days hold: elsewhere days begin at other times. The zone's offsets at the months' beginnings, since
 * asking for its name takes longer than all the rest of a second counting.
 */
export function timeZone(now = new Date()): string {
  const offsets: number[] = [];
  for (let back = 0; back < zoneMonths; back++) offsets.push(new Date(now.getFullYear(), now.getMonth() - back).getTimezoneOffset());
  return String(hashText(offsets.join(' ')));
}

/** What a session used as far as its own files tell. */
export function sumsAlone(rows: Float64Array, models: readonly string[]): DaySum[] {
  const seen = new Seen();
  seen.addMain(rows);
  return daySums(rows, models, (place) => seen.isCopy(rows, place));
}

/** What the requests of earlier sessions are known by. */
export class Seen {
  private readonly shared = new Set<number>();
  private readonly alike = new Set<number>();

  /** Whether another session made the request in `rows` at `place`, or it is a side question's repetition. */
  isCopy(rows: Float64Array, place: number): boolean {
    const shared = rows[place + columnOf.shared] as number;
    if (shared !== 0 && this.shared.has(shared)) return true;
    return isSide(rows, place) && this.alike.has(rows[place + columnOf.alike] as number);
  }

  /** A session's requests are told when all of them have been asked for: within a session nothing is a copy. */
  add(rows: Float64Array): void {
    for (let place = 0; place < rows.length; place += requestWidth) {
      const shared = rows[place + columnOf.shared] as number;
      if (shared !== 0) this.shared.add(shared);
    }
  }

  addMain(rows: Float64Array): void {
    for (let place = 0; place < rows.length; place += requestWidth) {
      const alike = rows[place + columnOf.alike] as number;
      if (alike !== 0 && !isSide(rows, place)) this.alike.add(alike);
    }
  }
}

function isSide(rows: Float64Array, place: number): boolean {
  return rows[place + columnOf.side] === 1;
}
