import { localDay } from '../core/time';
import { agentNames, sessionKey } from '../shared/agentId';
import type { UsageBar, UsageCards, UsageChoice, UsageFigures, UsageFocus, UsageGroup, UsageQuery, UsageSession, UsageSessions, UsageView } from '../shared/usageContract';
import { sessionLimit } from '../shared/usageContract';
import { addDays, countDays, type Days, daysBefore, daysOf, stepAround, stepOf } from '../shared/usagePeriods';
import type { Prices } from './prices';
import { pricesAsOf } from './prices';
import { tokensOf, totalsOf } from './report';
import { isDayWithin, type UsageEntry, type UsageOfRows } from './usageEntries';

type Part = 'agent' | 'project' | 'model';

/** What the usage page shows but its list of sessions. */
export function viewOf({ entries, unknown }: UsageOfRows, query: UsageQuery, today: string, prices: Prices): Omit<UsageView, 'counting'> {
  const days = daysOf(query.period, query.custom, today);
  const filtered = entries.filter((entry) => fits(entry, query));
  const within = filtered.filter(({ day }) => isIn(day, days));
  const before = daysBefore(days);
  const { step, bars } = barsOf(within, days, prices);
  const choices = (part: Part): UsageChoice[] => [...new Set(entries.map((entry) => entry[part] ?? ''))].sort().map((name) => ({ name, label: labelOf(part, name) }));
  return {
    today,
    days,
    now: cardsOf(within, prices),
    before: before === undefined ? null : cardsOf(filtered.filter(({ day }) => isIn(day, before)), prices),
    step,
    bars,
    groups: { agent: groupsOf(within, 'agent', prices), project: groupsOf(within, 'project', prices), model: groupsOf(within, 'model', prices) },
    heat: heatOf(filtered, today),
    choices: { agent: choices('agent'), project: choices('project'), model: choices('model') },
    unknownSessions: unknownIn(unknown, query, days).length,
    undated: figuresOf(filtered.filter(({ day }) => day === null), prices),
    unpriced: [...new Set(within.filter(({ model, day, usage }) => prices.costOf(model, day, usage) === null).map(({ model }) => model ?? ''))].sort(),
    pricesAsOf,
  };
}

/** The sessions behind a figure. `titleOf` gives the title of a listed session. */
export function sessionsOf(
  { entries, unknown }: UsageOfRows,
  query: UsageQuery,
  focus: UsageFocus,
  deps: { today: string; prices: Prices; titleOf(key: string): string },
): UsageSessions {
  const days = daysOf(query.period, query.custom, deps.today);
  const isAsked = (day: string | null): boolean => (focus.undated === true ? day === null : isIn(day, days) && (focus.days === undefined || isIn(day, focus.days)));
  const asked = entries.filter((entry) => fits(entry, query) && fits(entry, focus) && isAsked(entry.day));
  const bySession = Map.groupBy(focus.unknown === true ? [] : asked, ({ session }) => session);
  const known = [...bySession].map(([key, all]): UsageSession => {
    const [first] = all as [UsageEntry];
    const used = all.flatMap(({ day }) => day ?? []).sort();
    return {
      key,
      title: deps.titleOf(key),
      agentName: agentNames[first.agent],
      project: first.project ?? '',
      models: [...new Set(all.flatMap(({ model }) => model ?? []))],
      lastDay: used.at(-1) ?? null,
      figures: figuresOf(all, deps.prices),
      subagents: all.filter(({ isSide }) => isSide).reduce((sum, { usage }) => sum + tokensOf(usage), 0),
    };
  });
  known.sort((a, b) => sizeOf(b) - sizeOf(a) || (a.key < b.key ? -1 : 1));
  const isWhole = focus.days === undefined && focus.undated !== true && [focus.agent, focus.project, focus.model].every((part) => part === undefined);
  const others = focus.unknown === true || isWhole ? unknownIn(unknown, query, days) : [];
  const rows = [
    ...known,
    ...others.map((tally): UsageSession => {
      const { agent, id, row } = tally;
      const key = sessionKey(agent, id);
      const lastDay = row.lastActivityAt === null ? null : localDay(new Date(row.lastActivityAt));
      return { key, title: deps.titleOf(key), agentName: agentNames[agent], project: row.folder ?? '', models: [], lastDay, figures: null, subagents: 0 };
    }),
  ];
  return { rows: rows.slice(0, sessionLimit), total: rows.length };
}

function sizeOf({ figures }: UsageSession): number {
  return figures === null ? 0 : tokensOf(figures);
}

function fits(entry: Pick<UsageEntry, Part>, asked: Pick<UsageFocus, Part>): boolean {
  return (['agent', 'project', 'model'] as const).every((part) => asked[part] === undefined || (entry[part] ?? '') === asked[part]);
}

function isIn(day: string | null, { since, until }: Days): boolean {
  return isDayWithin(day, { since: since ?? undefined, until: until ?? undefined });
}

/** Which models an unknown session used is not known either. */
function unknownIn(unknown: UsageOfRows['unknown'], query: UsageQuery, days: Days): UsageOfRows['unknown'] {
  if (query.model !== undefined) return [];
  return unknown.filter(({ agent, row }) => {
    if (!fits({ agent, project: row.folder, model: null }, query)) return false;
    return row.lastActivityAt === null || isIn(localDay(new Date(row.lastActivityAt)), days);
  });
}

function figuresOf(entries: readonly UsageEntry[], prices: Prices): UsageFigures {
  const { cost_estimate: cost, ...totals } = totalsOf(entries, prices);
  return { ...totals, cost };
}

function cardsOf(entries: readonly UsageEntry[], prices: Prices): UsageCards {
  const distinct = (values: readonly (string | null)[]): number => new Set(values.filter((value) => value !== null)).size;
  return { figures: figuresOf(entries, prices), sessions: distinct(entries.map(({ session }) => session)), activeDays: distinct(entries.map(({ day }) => day)) };
}

function groupsOf(entries: readonly UsageEntry[], part: Part, prices: Prices): UsageGroup[] {
  const groups = [...Map.groupBy(entries, (entry) => entry[part] ?? '')].map(([name, all]) => {
    const { figures, sessions } = cardsOf(all, prices);
    return { name, label: labelOf(part, name), figures, sessions };
  });
  return groups.sort((a, b) => tokensOf(b.figures) - tokensOf(a.figures) || (a.name < b.name ? -1 : 1));
}

function labelOf(part: Part, name: string): string {
  return part === 'agent' ? (Object.entries(agentNames).find(([id]) => id === name)?.[1] ?? name) : name;
}

/** Every step of the period has a bar, also one in which nothing was used. */
function barsOf(entries: readonly UsageEntry[], days: Days, prices: Prices): Pick<UsageView, 'step' | 'bars'> {
  const used = entries.flatMap(({ day }) => day ?? []).sort();
  const [since, until] = [days.since ?? used[0], days.until ?? used.at(-1)];
  if (since === undefined || until === undefined || since > until) return { step: 'day', bars: [] };
  const step = stepOf(countDays(since, until));
  const byStep = Map.groupBy(entries.filter(({ day }) => day !== null), ({ day }) => stepAround(day ?? '', step).since);
  const bars: UsageBar[] = [];
  for (let at = stepAround(since, step); at.since <= until && bars.length < mostBars; at = stepAround(addDays(at.until, 1), step)) {
    const parts = [...Map.groupBy(byStep.get(at.since) ?? [], ({ agent }) => agent)].map(([agent, all]) => {
      const figures = figuresOf(all, prices);
      return { agent, tokens: tokensOf(figures), cost: figures.cost };
    });
    bars.push({ ...at, parts: parts.sort((a, b) => (a.agent < b.agent ? -1 : 1)) });
  }
  return { step, bars };
}

/** Ten years of months. A record with a mistaken year must not make a chart of thousands. */
const mostBars = 120;
const heatDays = 371;

function heatOf(entries: readonly UsageEntry[], today: string): Record<string, number> {
  const since = addDays(today, 1 - heatDays);
  const heat: Record<string, number> = {};
  for (const { day, usage } of entries) if (day !== null && day >= since && day <= today) heat[day] = (heat[day] ?? 0) + tokensOf(usage);
  return heat;
}
