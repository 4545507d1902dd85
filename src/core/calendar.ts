/**
 * The calendar day of `time` on this machine, comparable as text: `2026-11-30`; empty for no time. By the parts of the
 * local time: a formatter takes a hundred times as long, and this runs for every row.
 */
export function localDay(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The day of `at`, ISO 8601 or milliseconds; a time that lies ahead, as clocks of other machines write, counts as `today`. */
export function dayAt(at: string | number | null, today: string): string {
  const day = at === null ? '' : localDay(new Date(at));
  return day > today ? today : day;
}
