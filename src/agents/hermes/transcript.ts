import { branchesByFlags } from '../../transcript/branches';
import type { Transcript } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { eventsOf } from './events';
import { factsOf } from './facts';
import { load } from './source';
import { linkSubagents } from './subagents';

/** Reads one conversation through, over all rows of its chain. */
export async function transcript(found: FoundSession, context: ReadContext): Promise<Transcript> {
  const facts = factsOf(found.facts);
  const { seen, omissions } = await load(facts, 'whole', context);
  const models = new Set((facts.uses ?? facts.rows).flatMap(({ model }) => model ?? []));
  // Which of several models wrote an answer is not recorded.
  const [author = null] = models.size === 1 ? models : [];
  const read = eventsOf(seen, author);
  return { ...read, ...branchesByFlags(await linkSubagents(read.events, found.id, context)), omissions: [...omissions, ...read.omissions] };
}
