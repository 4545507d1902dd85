import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { FoundSession, ReadContext } from '../agent';
import { factsOf } from './facts';
import { transcript } from './transcript';

/**
 * Tells which events of a branch are its parent's. A branch begins with copies of all earlier rows, under new ids and times: they are
 * as many as are equal, from the first on.
 */
export async function tellCopies(found: FoundSession, context: ReadContext): Promise<void> {
  const parent = context.sessions.get(factsOf(found.facts).parentId ?? '');
  if (context.onCopies === undefined || parent === undefined) return;
  const own = await eventsOf(found, context);
  // A parent that can't be read is no failure of this one.
  const others = await eventsOf(parent, context).catch(() => []);
  const differs = own.findIndex((event, index) => wordsOf(event) !== wordsOf(others[index]));
  const copied = new Set((differs < 0 ? own : own.slice(0, differs)).map(({ id }) => id));
  context.onCopies(({ id }) => copied.has(id));
}

async function eventsOf(found: FoundSession, context: ReadContext): Promise<readonly TranscriptEvent[]> {
  return (await transcript(found, context)).events.filter((event) => event.on_active_branch);
}

function wordsOf(event: TranscriptEvent | undefined): string | undefined {
  return event && JSON.stringify([event.type, event.text, event.tool?.name, event.tool?.input, event.tool?.output]);
}
