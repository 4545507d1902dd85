/** How the reader's wall clock and calendar show a time. A time that makes no sense is shown as nothing. */
export interface Wall {
  /** A language tag that `Intl` accepts: `de`, `en-GB`. */
  readonly locale: string;
  /** An IANA name; the machine's own when absent. */
  readonly timeZone?: string;
}

export type Day = { readonly kind: 'today' | 'yesterday' } | { readonly kind: 'date'; readonly text: string };

/** Hours and minutes. */
export function timeOfDay(at: string, wall: Wall): string {
  return format(at, wall, { timeStyle: 'short' });
}

export function fullTime(at: string, wall: Wall): string {
  return format(at, wall, { dateStyle: 'full', timeStyle: 'long' });
}

/** Month, day and time of day as `MM-DD HH:mm`, with the year before it where that is not the year of `now`. */
export function shortTime(at: string, now: string, wall: Wall): string {
  const [day, today] = [calendarDay(at, wall), calendarDay(now, wall)];
  if (day === '') return '';
  const time = format(at, { ...wall, locale: 'en-GB' }, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} ${time}`;
}

/** From the first to the last time, with what they share said once; one of them when only one is known. */
export function timeSpan(from: string | null, to: string | null, wall: Wall): string {
  const start = dateOf(from);
  const end = dateOf(to);
  const formatter = formatterOf(wall, { dateStyle: 'medium', timeStyle: 'short' });
  if (start !== undefined && end !== undefined && start < end) return formatter.formatRange(start, end);
  const only = end ?? start;
  return only === undefined ? '' : formatter.format(only);
}

/** The calendar day of `at`, comparable as text: `2026-11-30`. */
export function calendarDay(at: string, wall: Wall): string {
  const parts = formatterOf({ ...wall, locale: 'en' }, { year: 'numeric', month: '2-digit', day: '2-digit' });
  const date = dateOf(at);
  if (date === undefined) return '';
  const part = Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}`;
}

/** The day of `at` as seen from `now`. */
export function dayOf(at: string, now: string, wall: Wall): Day {
  const day = calendarDay(at, wall);
  const today = calendarDay(now, wall);
  if (day === '') return { kind: 'date', text: '' };
  if (day === today) return { kind: 'today' };
  if (day === dayBefore(today)) return { kind: 'yesterday' };
  return { kind: 'date', text: format(at, wall, { dateStyle: 'full' }) };
}

/** By the calendar alone, so that a day of 23 or 25 hours counts as one. */
function dayBefore(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? '' : new Date(midnight - 86_400_000).toISOString().slice(0, 10);
}

function format(at: string, wall: Wall, options: Intl.DateTimeFormatOptions): string {
  const date = dateOf(at);
  return date === undefined ? '' : formatterOf(wall, options).format(date);
}

function dateOf(at: string | null): Date | undefined {
  const date = at === null ? undefined : new Date(at);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

function formatterOf({ locale, timeZone }: Wall, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone });
}
