import { addUsage, noUsage, type Usage } from '../transcript/model';
import { isDayWithin, type Period, type UsageEntry } from './usageEntries';

export const groupings = ['day', 'agent', 'project', 'model', 'session'] as const;
export type UsageGrouping = (typeof groupings)[number];

export interface Totals extends Usage {
  readonly requests: number;
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
}

const nothing: Totals = { ...noUsage, requests: 0 };

export function report(entries: readonly UsageEntry[], by: UsageGrouping, period: Period): UsageReport {
  const within = entries.filter(({ day }) => isDayWithin(day, period));
  const groups = new Map<string | null, UsageEntry[]>();
  for (const entry of within) {
    const name = entry[by];
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  const summed = [...groups].map(([name, members]) => ({ name, ...totalsOf(members) }));
  return {
    totals: totalsOf(within),
    groups: summed.sort(by === 'day' ? byName : bySize),
    undated: totalsOf(entries.filter(({ day }) => day === null)),
  };
}

export function totalsOf(entries: readonly UsageEntry[]): Totals {
  return entries.reduce((sum, { usage, requests }) => ({ ...addUsage(sum, usage), requests: sum.requests + requests }), nothing);
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
