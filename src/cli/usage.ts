import * as path from 'node:path';
import type { FoundSession } from '../agents/agent';
import type { FoundByAgent } from '../external/externalSessions';
import { comparable } from '../platform/folders';
import { type AgentId, agentNames } from '../shared/agentId';
import { Prices, pricesAsOf } from '../usage/prices';
import { type Group, report, type Totals, type UsageGrouping } from '../usage/report';
import { UsageCounts, type UsageState } from '../usage/usageCounts';
import { activeIn, usageOfRows } from '../usage/usageEntries';
import type { Operations } from '../workers/operations';
import type { Arguments } from './arguments';
import { oneLine } from './oneLine';

export type UsageOperations = Pick<Operations, 'scan' | 'count' | 'knownCounts' | 'forgetCounts' | 'tally'>;

export interface UsageAnswer {
  readonly totals: Totals;
  readonly groups: readonly Group[];
  readonly unknown_sessions: number;
  /** What has no time. */
  readonly undated: Totals;
  /** Models that are in no estimate, since their prices are not known. */
  readonly unpriced_models: readonly (string | null)[];
  /** The day of the prices. */
  readonly prices_as_of: string;
}

/** Counts what the asked agents' sessions used, as far as `file` doesn't know it. */
export async function countUsage(
  asked: Pick<Arguments, 'place' | 'folder'>,
  agents: readonly AgentId[],
  deps: { operations: UsageOperations; file: string; width: number },
): Promise<UsageState> {
  const place = asked.folder === undefined ? asked.place : { ...asked.place, folders: [path.resolve(asked.folder)] };
  const all = await Promise.all(agents.map((agent) => findAll(agent, place, deps.operations)));
  return new UsageCounts({ ...deps, place }).refresh(all);
}

async function findAll(agent: AgentId, place: Arguments['place'], operations: UsageOperations): Promise<FoundByAgent> {
  // Nothing is read before it is known what changed.
  const { found } = await operations.scan({ agent, place, depth: 'ends', known: {}, most: -1 });
  const rows = (some: readonly FoundSession[]): ReturnType<FoundByAgent['rows']> => {
    const ids = new Set(some.map(({ id }) => id));
    const known = Object.fromEntries(found.flatMap(({ id, signature }) => (ids.has(id) ? [] : [[id, signature]])));
    return operations.scan({ agent, place, depth: 'ends', known, found });
  };
  return { agent, found, rows };
}

/** What the sessions of the asked folder used in the asked period. */
export async function usageAnswer({ tallies }: Pick<UsageState, 'tallies'>, asked: Pick<Arguments, 'by' | 'period' | 'folder'>): Promise<UsageAnswer> {
  const { entries, unknown } = usageOfRows(tallies, asked.folder === undefined ? undefined : [await comparable(asked.folder)]);
  const { totals, groups, undated, unpriced } = report(entries, asked.by, asked.period, new Prices());
  return {
    totals,
    groups,
    unknown_sessions: activeIn(unknown, asked.period).length,
    undated,
    unpriced_models: unpriced,
    prices_as_of: pricesAsOf,
  };
}

const columns = ['input', 'output', 'cache_read', 'cache_write', 'requests'] as const;

/** The answer for a person: a table. */
export function usageText({ totals, groups, unknown_sessions, undated, unpriced_models, prices_as_of }: UsageAnswer, by: UsageGrouping): string {
  const cells = (name: string, of: Totals): string[] => [name, ...columns.map((column) => of[column].toLocaleString('en-US')), dollars(of)];
  const rows = [
    [by, ...columns.map((column) => column.replace('_', ' ')), 'estimate'],
    ...groups.map((group) => cells(nameOf(group, by), group)),
    cells('total', totals),
  ];
  const widths = [...columns, 'estimate'].map((_, place) => Math.max(...rows.map((row) => row[place + 1]?.length ?? 0)));
  const first = Math.max(...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', ...numbers]) => [name.padEnd(first), ...numbers.map((number, place) => number.padStart(widths[place] ?? 0))].join('  '));
  lines.push(`Costs are estimates by prices of ${prices_as_of}.`);
  if (unpriced_models.length > 0) lines.push(`Not in them, for want of a price: ${unpriced_models.map((model) => oneLine(model ?? 'requests without a model')).join(', ')}.`);
  if (undated.requests > 0) lines.push(`${undated.requests.toLocaleString('en-US')} requests have no time.`);
  if (unknown_sessions > 0) lines.push(`Of ${unknown_sessions.toLocaleString('en-US')} sessions nothing is recorded: their usage is unknown.`);
  return `${lines.join('\n')}\n`;
}

function dollars({ cost_estimate: cost }: Totals): string {
  return cost === null ? 'unknown' : `$${cost.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function nameOf({ name }: Group, by: UsageGrouping): string {
  if (name === null) return '(unknown)';
  return by === 'agent' ? agentNames[name as AgentId] : oneLine(name);
}
