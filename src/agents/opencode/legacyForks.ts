import type { ReadContext } from '../agent';
import { factsOf } from './facts';
import { readInfo } from './legacyInfo';
import { allMessages, readMessages } from './legacyMessages';
import type { NativeSession } from './schema';
import { copyKey } from './usage';

/**
 * The same as `withOrigins` for sessions in JSON files, whose beginnings are known only when they are read: looked for
 * when `firstAt`, the time of the first message, is before the session itself was made.
 */
export async function originInFiles(
  id: string,
  session: NativeSession,
  firstAt: number | null,
  context: ReadContext,
): Promise<{ origin: string | null; copied: Set<string> }> {
  const copied = new Set<string>();
  let origin: string | null = null;
  if (firstAt === null || session.created === null || firstAt >= session.created) return { origin, copied };
  for (const other of context.sessions.values()) {
    const facts = factsOf(other.facts);
    if (other.id === id || facts.store !== 'files') continue;
    try {
      const { created } = (await readInfo(context.files, other.files[0] ?? '')).session;
      if (created === null || created >= session.created) continue;
      const [first] = await readMessages(context.files, facts, { first: 1, last: 0 }, () => undefined);
      if (first?.created !== firstAt) continue;
      // The one that is no copy itself.
      if (firstAt >= created) origin = other.id;
      const messages = await readMessages(context.files, facts, allMessages, () => undefined);
      for (const message of messages) if (message.role === 'assistant') copied.add(copyKey(message));
    } catch {
      // Another session's unreadable files are not this one's failure.
    }
  }
  return { origin, copied };
}
