const canonical = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** `value` as ISO 8601 in UTC with milliseconds, or `null` when it is no time. Numbers are milliseconds since 1970. */
export function toIso(value: string | number | undefined | null): string | null {
  if (value === undefined || value === null || value === '') return null;
  // Nearly every record has it in this form already, and making a date of it costs as much as parsing the record.
  if (typeof value === 'string' && canonical.test(value)) return value;
  const date = new Date(value);
  const iso = Number.isNaN(date.getTime()) ? null : date.toISOString();
  // A year of more than four digits has a sign, and no place among the others. No agent was there then.
  return iso === null || /^[+-]/.test(iso) ? null : iso;
}

/** The day of `time` in the local time zone as YYYY-MM-DD; empty for what is no time. By the parts of the local time: a formatter takes a hundred times as long. */
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

/** Whether `text` is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && toIso(`${text}T00:00:00.000Z`)?.startsWith(text) === true && !Number.isNaN(Date.parse(text));
}

/** The earlier of two ISO times; `null` counts as unknown. */
export function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** The later of two ISO times; `null` counts as unknown. */
export function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
