import { asObject, asString, type Json } from '../core/json';
import type { UsageQuery } from './usageContract';
import { type Days, type PeriodName, periodNames } from './usagePeriods';

/** What the usage page keeps while it is hidden and over a reload: what is chosen. */
export interface UsagePageState {
  readonly tab: 'localix' | 'external';
  readonly query: UsageQuery;
}

/** What makes sense of what an earlier version or anybody else left; for the rest what a new page begins with. */
export function parseUsagePageState(value: unknown): UsagePageState {
  const state = asObject(value as Json | undefined);
  const query = asObject(state?.['query']);
  const custom = asObject(query?.['custom']);
  const part = (name: 'agent' | 'project' | 'model'): Partial<UsageQuery> => {
    const text = asString(query?.[name]);
    return text === undefined ? {} : { [name]: text };
  };
  return {
    tab: state?.['tab'] === 'localix' ? 'localix' : 'external',
    query: {
      scope: query?.['scope'] === 'everywhere' ? 'everywhere' : 'folders',
      period: periodNames.find((name): name is PeriodName => name === query?.['period']) ?? '30',
      custom: { since: dayOf(custom?.['since']), until: dayOf(custom?.['until']) } satisfies Days,
      ...part('agent'),
      ...part('project'),
      ...part('model'),
    },
  };
}

function dayOf(value: Json | undefined): string | null {
  const text = asString(value) ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
}
