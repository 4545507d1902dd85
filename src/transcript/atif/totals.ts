import type { JsonObject } from '../../core/json';
import type { Usage } from '../model';
import { metricsOf } from './steps';
import type { Partition } from './usageTally';

interface Final {
  /** The document's `final_metrics`. */
  readonly totals: JsonObject;
  /** In words how they come about, where they are not simply the sum of the steps. */
  readonly notes: string | undefined;
}

/** Totals of a session, unknown where `usage` is `null`, with all that makes them differ from the sum of its `steps`. */
export function finalMetrics(usage: Usage | null, apart: Partition | undefined, steps: { readonly all: number; readonly copied: number }): Final {
  const beside = apart && besideSteps(apart);
  const totals = { ...(usage !== null && totalsOf(usage, beside)), total_steps: steps.all };
  const copies = steps.copied > 0 ? ['Steps with is_copied_context repeat another session: their metrics are part of its totals, not of these.'] : [];
  const sum = usage !== null && (steps.copied > 0 || beside !== undefined) ? [sumWords(steps.copied > 0, Object.keys(beside ?? {}))] : [];
  const notes = [...copies, ...sum].join(' ');
  return { totals, notes: notes === '' ? undefined : notes };
}

const partWords: Readonly<Record<string, string>> = {
  rewound_turns: 'plus rewound_turns (turns that a rewind left, and that are no steps)',
  requests_without_a_step: 'plus requests_without_a_step (recorded in totals alone, as for summaries of the context)',
  beyond_totals: 'minus beyond_totals (recorded for responses, but not in totals)',
};

function besideSteps({ rewound, noStep, beyond }: Partition): JsonObject | undefined {
  const parts = Object.entries({ rewound_turns: rewound, requests_without_a_step: noStep, beyond_totals: beyond });
  const used = parts.filter(([, usage]) => Object.values(usage).some((count) => count > 0));
  return used.length === 0 ? undefined : Object.fromEntries(used.map(([name, usage]) => [name, { ...metricsOf(usage) }]));
}

function sumWords(hasCopies: boolean, parts: readonly string[]): string {
  const where = parts.length === 0 ? '' : ' of final_metrics.extra.beside_steps';
  return `final_metrics are the sum of the metrics of ${hasCopies ? 'all other' : 'the'} steps${parts.map((part) => `, ${partWords[part] ?? part}`).join('')}${where}.`;
}

function totalsOf(usage: Usage, beside: JsonObject | undefined): JsonObject {
  const { prompt_tokens, completion_tokens, cached_tokens, extra } = metricsOf(usage);
  const more = { ...extra, ...(beside && { beside_steps: beside }) };
  return {
    total_prompt_tokens: prompt_tokens,
    total_completion_tokens: completion_tokens,
    total_cached_tokens: cached_tokens,
    ...(Object.keys(more).length > 0 && { extra: more }),
  };
}
