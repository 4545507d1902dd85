import type { Day } from '../shared/times';

const dayLength = 86_400_000;

/**
 * How a person calls `day` (`2026-11-30`) at `now`: by its weekday within the last week, by its date before. An empty or
 * impossible day has an empty text.
 */
export function dayName(day: string, now: Date, locale: string): Day {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  // By the calendar, in UTC, where every day is as long as the other.
  const at = Date.UTC(year, month - 1, date);
  if (Number.isNaN(at)) return { kind: 'date', text: '' };
  const days = (Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - at) / dayLength;
  if (days === 0) return { kind: 'today' };
  if (days === 1) return { kind: 'yesterday' };
  const format = (options: Intl.DateTimeFormatOptions): string => new Date(at).toLocaleDateString(locale, { timeZone: 'UTC', ...options });
  if (days > 1 && days < 7) return { kind: 'date', text: format({ weekday: 'long' }) };
  const sameYear = year === now.getFullYear();
  return { kind: 'date', text: format({ day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }) };
}
