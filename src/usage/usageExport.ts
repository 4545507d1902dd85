import type { UsageQuery } from '../shared/usageContract';
import { daysOf } from '../shared/usagePeriods';
import { type Prices, pricesAsOf } from './prices';
import { isDayWithin, type UsageEntry, type UsageOfRows } from './usageEntries';

const columns = ['day', 'agent', 'project', 'model', 'session', 'subagents', 'requests', 'input', 'output', 'cache_read', 'cache_write', 'reasoning', 'cost_estimate'] as const;
type Row = Readonly<Record<(typeof columns)[number], string | number | boolean | null>>;

/** What the query sums up, a row for each session, day and model. */
export function exported({ entries }: UsageOfRows, query: UsageQuery, format: 'csv' | 'json', today: string, prices: Prices): string {
  const { since, until } = daysOf(query.period, query.custom, today);
  const within = entries.filter(({ day, agent, project, model }) => {
    const isAsked = [[query.agent, agent], [query.project, project ?? ''], [query.model, model ?? '']].every(([asked, is]) => asked === undefined || asked === is);
    return isAsked && isDayWithin(day, { since: since ?? undefined, until: until ?? undefined });
  });
  const rows = within.map((entry) => rowOf(entry, prices)).sort((a, b) => (a.day ?? '').toString().localeCompare((b.day ?? '').toString()));
  if (format === 'json') return `${JSON.stringify({ since, until, prices_as_of: pricesAsOf, rows }, null, 2)}\n`;
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function rowOf({ day, agent, project, model, session, isSide, requests, usage }: UsageEntry, prices: Prices): Row {
  return { day, agent, project, model, session, subagents: isSide, requests, ...usage, cost_estimate: prices.costOf(model, day, usage) };
}

/** By RFC 4180. A text that a spreadsheet would take for a formula is kept from being one. */
function cell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
