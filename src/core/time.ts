/** `value` as ISO 8601 in UTC with milliseconds, or `null` when it is no time. Numbers are milliseconds since 1970. */
export function toIso(value: string | number | undefined | null): string | null {
  if (value === undefined || value === null || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
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
