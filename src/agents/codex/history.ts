import * as path from 'node:path';
import type { FoundSession, ReadContext } from '../agent';
import { readHead } from '../ends';
import { parseRolloutName } from './fileName';
import { metaOf, payloadOf, peek, type Meta } from './schema';

/** What a file is to the thread that is read. */
export interface FileRole {
  readonly meta: Meta | undefined;
  /** One of the thread's own segments. */
  readonly isOwn: boolean;
  /** Records below this ordinal belong to the active history. The rest a rewind left behind, or is another thread's. */
  readonly activeEnd: number;
}

/** The files that tell of a thread, the oldest first. */
export interface History {
  readonly files: readonly { readonly file: string; readonly role: FileRole }[];
  /** The segment that the history builds on, where its file isn't there. */
  readonly missing: string | null;
}

/** A chain of rewinds and forks longer than this was made to be one. */
const longestChain = 1000;

/**
 * The files of forked threads that the active history builds on, then all of the thread's own, also those that a rewind
 * left behind. `open` gives the `session_meta` of a file and is called once for each.
 * @throws what `open` throws for the thread's own files.
 */
export function historyOf(found: FoundSession, context: ReadContext, open: (file: string) => Meta | undefined): History {
  const active = new Map<string, FileRole>();
  const missing = followBases(found, context, open, active);
  const own = [...found.files].sort((a, b) => (segmentOf(a) < segmentOf(b) ? -1 : 1));
  const files = [...active].reverse().flatMap(([file, role]) => (role.isOwn ? [] : [{ file, role }]));
  for (const file of own) {
    const role = active.get(file) ?? { meta: open(file), isOwn: true, activeEnd: -Infinity };
    files.push({ file, role });
  }
  return { files, missing };
}

/**
 * Fills `active` with the files of the active history, the current segment first. Each names the file, by the segment in
 * its name, and the ordinal at which it goes on. Returns the segment that isn't there, if one isn't.
 */
function followBases(
  found: FoundSession,
  context: ReadContext,
  open: (file: string) => Meta | undefined,
  active: Map<string, FileRole>,
): string | null {
  let file = found.files[0];
  let activeEnd = Infinity;
  while (file !== undefined && !active.has(file) && active.size < longestChain) {
    const isOwn = found.files.includes(file);
    let meta: Meta | undefined;
    try {
      meta = open(file);
    } catch (error) {
      if (isOwn) throw error;
      return segmentOf(file);
    }
    active.set(file, { meta, isOwn, activeEnd });
    if (meta?.base == null) return null;
    activeEnd = Math.min(activeEnd, meta.base.end);
    file = fileOfSegment(meta.base.segment, found, meta, context);
    if (file === undefined) return meta.base.segment;
  }
  return null;
}

/** The file with a segment's id in its name: most often of the same thread or of the one it was forked from. */
function fileOfSegment(segment: string, found: FoundSession, meta: Meta, context: ReadContext): string | undefined {
  const within = (session: FoundSession | undefined): string | undefined =>
    session?.files.find((file) => segmentOf(file) === segment);
  const { sessions } = context;
  const near = within(found) ?? within(sessions.get(segment)) ?? within(sessions.get(meta.forkedFrom ?? ''));
  if (near !== undefined) return near;
  for (const session of sessions.values()) {
    const file = within(session);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** A file's own `session_meta`, out of its beginning. */
export function readMeta(file: string, { files }: ReadContext): Meta | undefined {
  const thread = threadOf(file);
  const { head } = readHead(files, file, (lines) => metaIn(lines, thread) !== undefined);
  return metaIn(head, thread);
}

/** The `session_meta` of `thread` in `lines`. One with another id is a copy of a parent's. */
export function metaIn(lines: readonly Buffer[], thread: string | undefined, look = peek): Meta | undefined {
  for (const line of lines) {
    const found = look(line, true);
    const payload = found?.type === 'session_meta' ? payloadOf(found, line) : undefined;
    const meta = payload && metaOf(payload);
    if (meta?.id === thread) return meta;
  }
  return undefined;
}

export function segmentOf(file: string): string {
  return parseRolloutName(path.basename(file))?.segment ?? path.basename(file);
}

export function threadOf(file: string): string | undefined {
  return parseRolloutName(path.basename(file))?.thread;
}
