import type { Files } from '../../platform/files';
import type { FoundSession, ReadContext } from '../agent';
import { factsOf } from './find';
import { firstUuid } from './firstUuid';

/** The first record of a transcript, and whether a background process wrote it. */
interface Start {
  readonly uuid: string | undefined;
  readonly isBackground: boolean;
}

/** Sessions of one project folder, by their first record. Read once for all sessions of one finding. */
const starts = new WeakMap<ReadContext['sessions'], Map<string, Promise<ReadonlyMap<string, Start>>>>();

/**
 * The sessions that begin with the same record as `found` and come before it, earliest first. Background forks (2.1), and in old
 * versions every resume, repeat a whole history in a new file and leave no word of it: each record belongs to the earliest.
 */
export async function earlierKin(found: FoundSession, context: ReadContext): Promise<FoundSession[]> {
  const { project } = factsOf(found);
  const siblings = await startsOf(project, context);
  const own = siblings.get(found.id);
  if (own?.uuid === undefined) return [];
  const kin = [...siblings].filter(([, start]) => start.uuid === own.uuid).map(([id, start]) => ({ start, session: context.sessions.get(id) as FoundSession }));
  kin.sort((a, b) => compare(a.start, b.start, a.session, b.session));
  return kin.slice(0, kin.findIndex(({ session }) => session.id === found.id)).map(({ session }) => session);
}

/** A background fork comes after what a person started; of others, the one that was left first was continued in the next. */
function compare(a: Start, b: Start, x: FoundSession, y: FoundSession): number {
  return Number(a.isBackground) - Number(b.isBackground) || factsOf(x).mtimeMs - factsOf(y).mtimeMs || (x.id < y.id ? -1 : 1);
}

function startsOf(project: string, { sessions, files }: ReadContext): Promise<ReadonlyMap<string, Start>> {
  const projects = starts.get(sessions) ?? new Map<string, Promise<ReadonlyMap<string, Start>>>();
  starts.set(sessions, projects);
  const known = projects.get(project);
  if (known !== undefined) return known;
  const reading = readStarts([...sessions.values()].filter((session) => factsOf(session).project === project && !factsOf(session).isSubagent), files);
  projects.set(project, reading);
  return reading;
}

async function readStarts(sessions: readonly FoundSession[], files: Files): Promise<ReadonlyMap<string, Start>> {
  const found = new Map<string, Start>();
  for (const session of sessions) found.set(session.id, await readStart(session, files));
  return found;
}

/** Bytes in which the first record is looked for. */
const startLength = 16 << 10;

async function readStart(session: FoundSession, files: Files): Promise<Start> {
  try {
    const bytes = await files.range(session.files[0] ?? '', 0, startLength);
    return { uuid: firstUuid(bytes), isBackground: bytes.includes('"sessionKind":"bg"') };
  } catch {
    // It vanished or can't be read, so nothing can be a copy of it.
    return { uuid: undefined, isBackground: false };
  }
}
