const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago `at` was, in the words of `locale`, and the date once that says more. `at` is ISO 8601; a time that lies
 * ahead, as clocks of other machines write, counts as now.
 */
export function relativeTime(at: string, now: Date, locale: string): string {
  const time = new Date(at);
  const age = Math.max(0, now.getTime() - time.getTime());
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  if (age < minute) return ago.format(0, 'second');
  if (age < hour) return ago.format(-Math.floor(age / minute), 'minute');
  if (age < day) return ago.format(-Math.floor(age / hour), 'hour');
  // By the calendar: at noon, the morning before is yesterday although it is more than a day ago.
  const days = Math.round((midnight(now) - midnight(time)) / day);
  if (days < 7) return ago.format(-days, 'day');
  const sameYear = time.getFullYear() === now.getFullYear();
  return time.toLocaleDateString(locale, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
