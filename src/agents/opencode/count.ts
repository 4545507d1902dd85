import { hashText } from '../../core/hash';
import type { Count, CountContext, FoundSession } from '../agent';
import { eachAnswer } from './databaseMessages';
import { factsOf } from './facts';
import { readInfo } from './legacyInfo';
import { allMessages, readMessages } from './legacyMessages';
import type { NativeMessage } from './message';
import { copyKey, requestOf } from './usage';

/**
 * Counts the answers of one session: all of them each time it changed, since an undo takes messages away for good. A query
 * gives them without their parts, which are nearly all of a session's bytes.
 */
export async function countRequests(found: FoundSession, _before: Count | undefined, context: CountContext): Promise<Count> {
  const facts = factsOf(found.facts);
  const file = found.files[0] ?? '';
  const { files } = context;
  const table = context.table.begin();
  let answers = 0;
  const take = (message: NativeMessage): void => {
    answers++;
    const request = requestOf(message);
    if (request === undefined) return;
    const at = request.at === null ? undefined : Date.parse(request.at);
    table.add({ id: hashText(message.id), shared: hashText(copyKey(message)), at, model: request.model, usage: request.usage }, true);
  };
  let isWhole = true;
  let created: number | null;
  const families = [found.id];
  if (facts.store === 'database') {
    created = facts.session.created;
    families.push(...facts.copiedFrom);
    isWhole = eachAnswer(files, file, found.id, take);
  } else {
    created = (await readInfo(files, file)).session.created;
    const messages = await readMessages(files, facts, allMessages, () => undefined);
    for (const message of messages) if (message.role === 'assistant') take(message);
    // A fork keeps the times of what it copied.
    families.push(String(messages[0]?.created));
  }
  return {
    state: null,
    isKnown: isWhole && (answers === 0 || !table.isEmpty),
    order: created ?? 0,
    families,
    models: table.models,
    requests: table.values,
  };
}
