import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { ReadContext } from '../agent';
import { factsOf } from './facts';
import { promptIn } from './messages';
import { load } from './source';
import { delegatedTasks } from './tools';
import { isoOf } from './time';

interface Subagent {
  readonly id: string;
  readonly startedAt: string;
  readonly prompt: string;
}

/**
 * `events` with the sub-agents of session `id` on the calls that started them. The link is not recorded: a sub-agent
 * belongs to the last call before its start whose task is its prompt, else to the last call before its start.
 */
export async function linkSubagents(events: readonly TranscriptEvent[], id: string, context: ReadContext): Promise<readonly TranscriptEvent[]> {
  const calls = events.flatMap(({ tool, at }, place) => {
    const tasks = tool === undefined ? [] : delegatedTasks(tool);
    return tasks.length === 0 || at === null ? [] : { place, at, tasks, ids: [] as string[] };
  });
  if (calls.length === 0) return events;
  for (const subagent of await subagentsOf(id, context)) {
    const before = calls.filter(({ at }) => at <= subagent.startedAt);
    const call = before.findLast(({ tasks }) => tasks.includes(subagent.prompt)) ?? before.at(-1);
    call?.ids.push(subagent.id);
  }
  const linked = [...events];
  for (const { place, ids } of calls) {
    const event = events[place];
    const [subagentId, ...furtherSubagentIds] = ids;
    if (event?.tool === undefined || subagentId === undefined) continue;
    linked[place] = { ...event, tool: { ...event.tool, subagentId, ...(furtherSubagentIds.length > 0 && { furtherSubagentIds }) } };
  }
  return linked;
}

/** In order of their beginning. */
async function subagentsOf(id: string, context: ReadContext): Promise<Subagent[]> {
  const subagents: Subagent[] = [];
  for (const found of context.sessions.values()) {
    if (found.facts['subagentOf'] !== id) continue;
    const facts = factsOf(found.facts);
    const { seen } = await load(facts, 'ends', context);
    const prompt = seen.map(promptIn).find((text) => text !== undefined) ?? '';
    subagents.push({ id: found.id, startedAt: isoOf(facts.rows[0]?.startedAt) ?? '', prompt });
  }
  return subagents.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}
