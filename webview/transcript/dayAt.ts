import { calendarDay, dayOf } from '../../src/shared/times';
import { locale } from '../shared/boot';
import type { TranscriptReader } from './transcriptReader';
import { dayWords } from './words';

/** How far back to look for an event with a time, to tell whether a day begins. */
const untimed = 20;

/** The words of the day that begins with the event at `index`; `undefined` where none does. */
export function dayAt(reader: TranscriptReader, index: number): string | undefined {
  const at = reader.eventAt(index)?.at ?? null;
  if (at === null) return undefined;
  for (let before = index - 1; before >= Math.max(0, index - untimed); before--) {
    const event = reader.eventAt(before);
    // Not fetched yet: a day that comes and goes would move the text.
    if (event === undefined) return undefined;
    if (event.at !== null && calendarDay(event.at, { locale }) === calendarDay(at, { locale })) return undefined;
    if (event.at !== null) break;
  }
  return dayWords(dayOf(at, new Date().toISOString(), { locale }));
}
