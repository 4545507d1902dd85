import type { Count, CountContext, FoundSession } from '../agent';
import { factsOf } from './facts';
import { load } from './source';
import { usageRequests } from './usage';

/**
 * Counts what a conversation used. The agent adds requests up as it goes: what it has for a session and model counts at the
 * time of the last one. Finding a conversation has read these sums already; only those of files are still to be read.
 */
export async function countRequests(found: FoundSession, _before: Count | undefined, context: CountContext): Promise<Count> {
  const facts = factsOf(found.facts);
  const rows = facts.database === null ? (await load(facts, 'ends', context)).rows : facts.rows;
  const requests = rows.length === 0 ? null : usageRequests(rows, facts.uses ?? []);
  const table = context.table.begin();
  for (const { at, model, usage, requests: calls } of requests ?? []) table.add({ at: at === null ? undefined : Date.parse(at), model, usage, requests: calls });
  return { state: null, isKnown: requests !== null, order: rows[0]?.startedAt ?? 0, families: [], models: table.models, requests: table.values };
}
