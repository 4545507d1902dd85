import type { Files } from '../../platform/files';
import type { FoundSession, ReadContext } from '../agent';
import { factsOf } from './find';
import { earlierKin } from './kin';
import { endOfMarkedCopies } from './row';
import type { Node } from './tree';

/** What of a transcript was copied from others, and so belongs to them. */
export interface Copies {
  readonly uuids: ReadonlySet<string>;
  /** Ids of messages that a sub-agent's transcript repeats from its session's. */
  readonly messageIds: ReadonlySet<string>;
  readonly parentId: string | null;
}

const none: Copies = { uuids: new Set(), messageIds: new Set(), parentId: null };

/** The copies among the records of a session that is not a sub-agent's. Copies stand before what is the session's own. */
export async function copiesIn(found: FoundSession, nodes: readonly Node[], context: ReadContext): Promise<Copies> {
  const marked = endOfMarkedCopies(nodes);
  if (marked === 0) return copiesOfKin(found, nodes, context);
  const parentId = nodes[marked - 1]?.copiedFrom ?? null;
  const parent = parentId === null ? undefined : context.sessions.get(parentId);
  const uuids = new Set(nodes.slice(0, marked).map((node) => node.uuid));
  const next = nodes[marked];
  if (parent === undefined || next === undefined) return { ...none, uuids, parentId };
  // Prompts carry no mark under `--fork-session`; one that no reply follows is told by the parent alone.
  const rest = new Set(nodes.slice(marked).map((node) => node.uuid));
  for (const uuid of await valuesIn(context.files, parent, 'uuid', rest)) uuids.add(uuid);
  return { ...none, uuids, parentId };
}

async function copiesOfKin(found: FoundSession, nodes: readonly Node[], context: ReadContext): Promise<Copies> {
  const own = new Set(nodes.map((node) => node.uuid));
  const uuids = new Set<string>();
  let parentId: string | null = null;
  let most = 0;
  for (const session of await earlierKin(found, context)) {
    const origins = new Set<string>();
    const shared = await valuesIn(context.files, session, 'uuid', own, (bytes) => originsIn(bytes, session.id, origins));
    // A fork that marks its copies takes nothing from its origin; the origin finds it among its kin all the same.
    if (origins.size > 0) continue;
    for (const uuid of shared) uuids.add(uuid);
    // The nearest of several forks shares the most.
    if (shared.size > most) [parentId, most] = [session.id, shared.size];
  }
  // A transcript with nothing of its own is no fork: somebody copied the file.
  return uuids.size < own.size ? { ...none, uuids, parentId } : none;
}

/**
 * The messages that a sub-agent's transcript repeats from its session's: one that goes on from there holds its last replies, a side
 * question even under a new request id (2.1).
 */
export async function repeatedMessages(found: FoundSession, nodes: readonly Node[], goesOn: boolean, context: ReadContext): Promise<Copies> {
  const first = nodes[0];
  const owner = context.sessions.get(factsOf(found).owner ?? '');
  const isRooted = first === undefined || first.parent === null || nodes.some((node) => node.uuid === first.parent);
  if (owner === undefined || (isRooted && !goesOn)) return none;
  const ids = new Set(nodes.flatMap((node) => node.reply?.messageId ?? []));
  return { ...none, messageIds: await valuesIn(context.files, owner, 'id', ids) };
}

/** Those of `wanted` that the transcript of `session` has as the value of `key`. Found by bytes: nothing is parsed. */
async function valuesIn(files: Files, session: FoundSession, key: string, wanted: ReadonlySet<string>, look?: (line: Buffer) => void): Promise<Set<string>> {
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  const opening = openingOf(key);
  await files.eachLine(session.files[0] ?? '', ({ bytes }) => {
    for (const value of valuesOf(bytes, opening)) if (wanted.has(value)) found.add(value);
    look?.(bytes);
  });
  return found;
}

const requestSession = openingOf('requestSessionId');
const forkedFrom = Buffer.from('"forkedFrom":{"sessionId":"');

/** Adds the sessions that a line of the transcript of `session` says it was copied from. */
function originsIn(bytes: Buffer, session: string, origins: Set<string>): void {
  for (const opening of [requestSession, forkedFrom]) {
    for (const origin of valuesOf(bytes, opening)) if (origin !== session) origins.add(origin);
  }
}

function openingOf(key: string): Buffer {
  return Buffer.from(`"${key}":"`);
}

function* valuesOf(bytes: Buffer, opening: Buffer): Generator<string> {
  for (let at = bytes.indexOf(opening); at >= 0; at = bytes.indexOf(opening, at)) {
    at += opening.length;
    const end = bytes.indexOf(0x22, at);
    if (end < 0) return;
    yield bytes.toString('utf8', at, end);
  }
}
