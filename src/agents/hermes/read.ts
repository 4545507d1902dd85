import { later } from '../../core/time';
import type { Depth, FoundSession, ReadContext, SessionRecord } from '../agent';
import { tellCopies } from './copies';
import { eventsOf } from './events';
import { type Facts, factsOf } from './facts';
import { isCounted, promptIn, type Seen } from './messages';
import type { SessionRow } from './schema';
import { load, type Loaded } from './source';
import { isoOf, timeInId } from './time';
import { titleOf } from './title';
import { sumOf, usageRequests } from './usage';

/** Reads one conversation's row. `ends` looks at its first and last messages only. */
export async function read(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const facts = factsOf(found.facts);
  const { rows, seen, isPartial } = depth === 'full' ? await load(facts, 'talk', context) : await loadEnds(facts, context);
  const [root, tip] = [rows[0], rows.at(-1)];
  const firstPrompt = firstOf(seen, promptIn);
  const counted = seen.filter(isCounted).length;
  const requests = rows.length === 0 ? null : usageRequests(rows, facts.uses ?? []);
  if (depth === 'full') await tellCopies(found, context);
  const createdAt = isoOf(root?.startedAt ?? firstOf(seen, ({ message }) => message.at) ?? timeInId(found.id));
  return {
    id: found.id,
    ...titleOf(tip, firstPrompt),
    firstPrompt: firstPrompt ?? null,
    folder: facts.folder,
    branch: tip?.gitBranch ?? root?.gitBranch ?? null,
    createdAt,
    lastActivityAt: lastActivity(seen) ?? createdAt,
    messageCount: depth === 'full' && !isPartial ? counted : null,
    models: modelsOf(rows, facts),
    usage: requests === null ? null : sumOf(requests),
    inlineSubagentUsage: null,
    parentId: facts.parentId,
    subagentOf: facts.subagentOf ?? root?.delegatedBy ?? null,
    archived: tip?.archived ?? false,
    // The agent looks in its database alone.
    resumable: facts.database !== null,
    hidden: hiddenBy(tip, counted > 0 || isPartial),
    agentVersion: null,
    unknownTypes: depth === 'full' ? eventsOf(seen, null).unknownTypes : {},
    resumeArguments: [tip?.id ?? found.id, ...(facts.profile === null ? [] : ['-p', facts.profile])],
  };
}

/** More than the ends where they don't tell the first prompt: all of it was taken back, or it is very long. */
async function loadEnds(facts: Facts, context: ReadContext): Promise<Loaded> {
  const ends = await load(facts, 'ends', context);
  const isEnough = ends.seen.some((seen) => promptIn(seen) !== undefined) && !ends.seen.some(({ message }) => message.role === 'user' && message.oversized > 0);
  return isEnough || ends.seen.length === 0 ? ends : load(facts, 'talk', context);
}

/** As the agent's own list has it: no calls by other programs, nothing set aside. */
function hiddenBy(tip: SessionRow | undefined, hasMessages: boolean): SessionRecord['hidden'] {
  if (tip === undefined) return 'not_readable_as_history';
  if (!hasMessages) return 'no_message';
  return tip.archived || tip.hidden || tip.source === 'tool' ? 'hidden_by_agent' : null;
}

function modelsOf(rows: readonly SessionRow[], { uses }: Facts): string[] {
  if (uses === undefined) return [...new Set(rows.flatMap(({ model }) => model ?? []))];
  const byTime = [...uses].sort((a, b) => (a.firstSeen ?? 0) - (b.firstSeen ?? 0));
  return [...new Set(byTime.map(({ model }) => model))];
}

/** The time of the newest message that a person sees. */
function lastActivity(seen: readonly Seen[]): string | null {
  return seen.reduce<string | null>((last, { message, sight }) => (sight === 'shown' ? later(last, isoOf(message.at)) : last), null);
}

function firstOf<T, U>(items: readonly T[], pick: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const value = pick(item);
    if (value !== undefined) return value;
  }
  return undefined;
}
