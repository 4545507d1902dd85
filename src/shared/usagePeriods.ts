/** The periods that a person can choose. */
export const periodNames = ['today', '7', '30', '90', 'month', 'all', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

/** Days as YYYY-MM-DD, both included; `null` without a bound. */
export interface Days {
  readonly since: string | null;
  readonly until: string | null;
}

/** The days of a period that is chosen on the day `today`. */
export function daysOf(period: PeriodName, custom: Days, today: string): Days {
  switch (period) {
    case 'today':
      return { since: today, until: today };
    case '7':
    case '30':
    case '90':
      return { since: addDays(today, 1 - Number(period)), until: today };
    case 'month':
      return { since: `${today.slice(0, 7)}-01`, until: today };
    case 'all':
      return { since: null, until: null };
    case 'custom':
      return custom;
  }
}

/** The days of the same number before; `undefined` where the period has no beginning or no end. */
export function daysBefore({ since, until }: Days): Days | undefined {
  if (since === null || until === null) return undefined;
  return { since: addDays(since, -countDays(since, until)), until: addDays(since, -1) };
}

/** How many days there are from `since` up to and including `until`. */
export function countDays(since: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(since)) / dayLength) + 1;
}

/** Of the calendar, so without hours that a zone may skip. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10);
}

const dayLength = 86_400_000;

export type Step = 'day' | 'week' | 'month';

/** How the days of a chart are put together, so that there are never more bars than can be told apart. */
export function stepOf(count: number): Step {
  return count <= 92 ? 'day' : count <= 730 ? 'week' : 'month';
}

/** The first and last day of the step around `day`. Weeks begin on Monday. */
export function stepAround(day: string, step: Step): { readonly since: string; readonly until: string } {
  if (step === 'day') return { since: day, until: day };
  if (step === 'week') {
    const since = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    return { since, until: addDays(since, 6) };
  }
  const since = `${day.slice(0, 7)}-01`;
  const next = addDays(since, 31);
  return { since, until: addDays(`${next.slice(0, 7)}-01`, -1) };
}
