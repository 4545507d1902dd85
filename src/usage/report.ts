import { noUsage, type Usage } from '../transcript/model';
import type { Prices } from './prices';
import { isDayWithin, type Period, type UsageEntry } from './usageEntries';

export const groupings = ['day', 'agent', 'project', 'model', 'session'] as const;
export type UsageGrouping = (typeof groupings)[number];

export interface Totals extends Usage {
  readonly requests: number;
  /** Dollars for the models whose prices are known; `null` where none is. */
  readonly cost_estimate: number | null;
}

export interface Group extends Totals {
  /** A day, agent, folder, model or session; `null` where that is not recorded. */
  readonly name: string | null;
}

export interface UsageReport {
  readonly totals: Totals;
  /** Days in their order, all else the largest first. */
  readonly groups: readonly Group[];
  /** What has no time: in no period, and otherwise a part of the totals. */
  readonly undated: Totals;
  /** Models whose price is not known: their tokens are in no estimate. */
  readonly unpriced: readonly (string | null)[];
}

export function report(entries: readonly UsageEntry[], by: UsageGrouping, period: Period, prices: Prices): UsageReport {
  const within = entries.filter(({ day }) => isDayWithin(day, period));
  const groups = new Map<string | null, UsageEntry[]>();
  for (const entry of within) {
    const name = entry[by];
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  const summed = [...groups].map(([name, members]) => ({ name, ...totalsOf(members, prices) }));
  return {
    totals: totalsOf(within, prices),
    groups: summed.sort(by === 'day' ? byName : bySize),
    undated: totalsOf(entries.filter(({ day }) => day === null), prices),
    unpriced: [...new Set(within.flatMap(({ model, day, usage }) => (prices.costOf(model, day, usage) === null ? [model] : [])))].sort(),
  };
}

export function totalsOf(entries: readonly UsageEntry[], prices: Prices): Totals {
  const sum = { ...noUsage };
  let [requests, cost, priced] = [0, 0, 0];
  for (const { model, day, usage, requests: made } of entries) {
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cache_read += usage.cache_read;
    sum.cache_write += usage.cache_write;
    sum.reasoning += usage.reasoning;
    requests += made;
    const estimate = prices.costOf(model, day, usage);
    if (estimate === null) continue;
    cost += estimate;
    priced++;
  }
  // To a millionth of a dollar: sums of fractions have a tail.
  return { ...sum, requests, cost_estimate: entries.length > 0 && priced === 0 ? null : Math.round(cost * 1e6) / 1e6 };
}

/** All tokens: reasoning is a part of the output. */
export function tokensOf({ input, output, cache_read, cache_write }: Usage): number {
  return input + output + cache_read + cache_write;
}

function byName(a: Group, b: Group): number {
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
}

function bySize(a: Group, b: Group): number {
  return tokensOf(b) - tokensOf(a) || byName(a, b);
}
