import { timeOf, type TimelineItem } from './timeline';
import { calendarDay, type Wall } from './times';

/** A longer silence ends a run, in milliseconds. */
const pause = 10 * 60_000;

type Placed = Pick<TimelineItem, 'events' | 'before' | 'shownBefore' | 'continues'>;

/** Whether a calendar day begins with `item`, on the reader's wall. What goes on over midnight belongs to the day it began on. */
export function startsDay(item: Placed, wall: Wall): boolean {
  const at = timeOf(item);
  if (at === null) return false;
  return item.shownBefore === null || calendarDay(item.shownBefore, wall) !== calendarDay(at, wall);
}

/** Whether `item` begins a run, and shows its author: with another author, a new day, or after a long silence. */
export function startsRun(item: Placed, wall: Wall): boolean {
  const at = timeOf(item);
  if (!item.continues) return true;
  if (at === null || item.before === null) return false;
  return Date.parse(at) - Date.parse(item.before) > pause || startsDay(item, wall);
}
