import { addUsage, noUsage, type Usage } from '../../transcript/model';
import type { ModelUse, SessionRow, Tokens } from './schema';
import { isoOf } from './time';

/** Tokens of one or more requests to a model. */
export interface UsageRequest {
  /** When they were last used, as far as recorded: ISO 8601, UTC. */
  readonly at: string | null;
  readonly model: string | null;
  readonly usage: Usage;
  readonly requests: number;
}

/**
 * What a conversation used, by session row and model: single requests are not recorded. The sessions' totals hold; what
 * the models' numbers lack of them (releases before 0.15 have none) is a request of its own. Calls for titles and
 * summaries are not in the totals. `null` where a total is missing.
 */
export function usageRequests(rows: readonly SessionRow[], uses: readonly ModelUse[]): UsageRequest[] | null {
  const requests: UsageRequest[] = [];
  for (const row of rows) {
    const total = usageOf(row.tokens);
    if (total === null) return null;
    const byModel = uses
      .filter(({ sessionId }) => sessionId === row.id)
      .flatMap(({ model, lastSeen, tokens }) => {
        const usage = usageOf(tokens);
        return usage === null ? [] : { at: isoOf(lastSeen), model, usage, requests: tokens.calls ?? 1 };
      });
    const rest = difference(total, sumOf(byModel));
    const calls = Math.max(1, (row.tokens.calls ?? 0) - byModel.reduce((sum, { requests: some }) => sum + some, 0));
    requests.push(...byModel);
    if (Object.values(rest).some((count) => count > 0)) requests.push({ at: isoOf(row.startedAt), model: row.model ?? null, usage: rest, requests: calls });
  }
  return requests;
}

export function sumOf(requests: readonly UsageRequest[]): Usage {
  return requests.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
}

function usageOf({ input, output, cacheRead, cacheWrite, reasoning }: Tokens): Usage | null {
  if (input === undefined || output === undefined) return null;
  return { input, output, cache_read: cacheRead ?? 0, cache_write: cacheWrite ?? 0, reasoning: reasoning ?? 0 };
}

function difference(a: Usage, b: Usage): Usage {
  const left = (name: keyof Usage): number => Math.max(0, a[name] - b[name]);
  return {
    input: left('input'),
    output: left('output'),
    cache_read: left('cache_read'),
    cache_write: left('cache_write'),
    reasoning: left('reasoning'),
  };
}
