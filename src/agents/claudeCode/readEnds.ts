import { toIso } from '../../core/time';
import type { EarlierReading, FoundSession, ReadContext, SessionRecord } from '../agent';
import { endsLimits, markedLength } from '../ends';
import { GrowingEnds } from '../growingEnds';
import { EndsReader, Tail, unknownFromEnds } from './endsReader';
import { factsOf } from './find';
import { type Reading, Row } from './row';

/** Bytes taken at once beyond the ends. */
const step = 64 << 10;
/** The search for the first prompt leaves this much to the search for a name. */
const keptForNames = (endsLimits.file - 2 * endsLimits.end) / 2;
/** How much more is read for a name when the first prompt can stand in for it. */
const searchForName = 16 << 10;

const nothingRead: Reading = { prompts: { own: undefined, copied: undefined }, holds: () => false, isComplete: false };

/**
 * A session's row from the start and the end of its transcript. Where its first prompt is in neither, it reads on from there as far
 * as the limits allow; for a name alone, a little further. Of a transcript that has only grown it reads the end.
 */
export function readEnds(found: FoundSession, { files, earlier }: ReadContext): SessionRecord {
  const { size, owner } = factsOf(found);
  // Its place says whose it is, and it is no row: there is nothing to read for.
  if (owner !== undefined) return { ...new Row().record(found, nothingRead), ...unknownFromEnds, parentId: null };
  return GrowingEnds.open(files, found.files[0] ?? '', size, (ends) => {
    const tail = new Tail(ends);
    const record = (earlier && readGrown(found, earlier, ends, tail)) ?? readBoth(found, ends, tail);
    return { ...record, endMark: ends.markAt(size) };
  });
}

function readBoth(found: FoundSession, ends: GrowingEnds, tail: Tail): SessionRecord {
  const { isSubagent } = factsOf(found);
  const reader = new EndsReader(found);
  const head = [ends.growHead(endsLimits.end)];
  if (tail.pieces.length === 0) tail.grow(endsLimits.end);
  reader.feedHead(head[0] as Buffer);
  while (!reader.hasPrompt && ends.left > keptForNames) {
    const piece = ends.growHead(step);
    head.push(piece);
    reader.feedHead(piece);
  }
  reader.markHead();
  let more = isSubagent || reader.row.titles.named ? 0 : reader.hasPrompt ? Math.min(searchForName, ends.left) : ends.left;
  for (; !tail.tellsName && more > 0; more -= step) tail.grow(Math.min(step, more));
  if (reader.hasPrompt && !reader.isForked && (reader.sawReply || !tail.hasCopies)) reader.feedRest(tail);
  else reader.feed(tail.pieces);
  const record = reader.record([...head, ...tail.pieces], ends.whole);
  // A long tool result fills the end, and the last message is before it: the file was written when the result came.
  return ends.whole || tail.hasReply ? record : { ...record, lastActivityAt: writtenAt(found) };
}

/**
 * The row of a transcript that has only grown, from what was appended and its end: what its start tells stays as it was. `undefined`
 * where that isn't certain, or not enough.
 */
function readGrown(found: FoundSession, earlier: EarlierReading, ends: GrowingEnds, tail: Tail): SessionRecord | undefined {
  const before = earlier.record;
  const { size } = factsOf(earlier.found);
  const grown = factsOf(found).size - size;
  if (!mayHaveGrown(earlier.found, found) || grown > endsLimits.file / 2 || !isSettled(before)) return undefined;
  tail.grow(Math.max(endsLimits.end, grown + markedLength));
  if (tail.hasCopies || ends.markAt(size) !== before.endMark) return undefined;
  const reader = new EndsReader(found);
  reader.feedRest(tail);
  const { titles, isMoved } = reader.row;
  // A name that was taken back, and one that is only believed beside the record that it names: what is left the start must tell.
  if (isMoved || titles.takenBack || titles.leaves.length > 0) return undefined;
  const now = reader.record(tail.pieces, false);
  const isNamed = now.titleSource === 'rename' || (now.titleSource === 'generated' && before.titleSource !== 'rename');
  return {
    ...before,
    ...(isNamed && { title: now.title, titleSource: now.titleSource }),
    branch: now.branch ?? before.branch,
    // A rename alone is no activity.
    lastActivityAt: ends.whole || tail.hasReply ? now.lastActivityAt : tail.hasTurnsIn(grown) ? writtenAt(found) : before.lastActivityAt,
    models: now.models.length > 0 ? now.models : before.models,
    agentVersion: now.agentVersion ?? before.agentVersion,
  };
}

function writtenAt(found: FoundSession): string | null {
  return toIso(Math.floor(factsOf(found).mtimeMs));
}

/** The same file, as far as a look at it tells, with more in it. */
function mayHaveGrown(before: FoundSession, now: FoundSession): boolean {
  const [a, b] = [factsOf(before), factsOf(now)];
  return a.identity === b.identity && a.project === b.project && a.sideTitle === b.sideTitle && a.size < b.size;
}

/** What only the start of a transcript tells has been read of it. */
function isSettled(record: SessionRecord): boolean {
  const { endMark, firstPrompt, folder, parentId, subagentOf, hidden } = record;
  return endMark !== undefined && firstPrompt !== null && folder !== null && parentId === null && subagentOf === null && hidden === null;
}
