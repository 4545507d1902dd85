import * as path from 'node:path';
import type { FoundSession, ReadContext } from '../agent';
import { readHead } from '../ends';
import { parseRolloutName } from './fileName';
import { metaOf, payloadOf, peek, type Meta } from './schema';

/** One file of a thread's history. */
export interface Part {
  readonly file: string;
  readonly meta: Meta | undefined;
  /** Records from this ordinal on were left behind by a rewind, or belong to the thread that was forked. */
  readonly end: number;
}

/** A thread's active history, the oldest file first. */
export interface Lineage {
  readonly parts: readonly Part[];
  /** The segment that the first part builds on, where it isn't there. */
  readonly missing: string | null;
}

/** A chain of rewinds and forks longer than this was made to be one. */
const longestChain = 1000;

/**
 * Follows `history_base` from the current segment to the beginning. `open` gives a file's own `session_meta`.
 * A base that is gone ends the chain.
 * @throws what `open` throws for the thread's own files.
 */
export async function lineageOf(
  found: FoundSession,
  context: ReadContext,
  open: (file: string) => Promise<Meta | undefined>,
): Promise<Lineage> {
  const parts: Part[] = [];
  const seen = new Set<string>();
  let file = found.files[0];
  let end = Infinity;
  while (file !== undefined && !seen.has(file) && parts.length < longestChain) {
    seen.add(file);
    let meta: Meta | undefined;
    try {
      meta = await open(file);
    } catch (error) {
      if (found.files.includes(file)) throw error;
      return { parts: parts.reverse(), missing: segmentOf(file) };
    }
    parts.push({ file, meta, end });
    if (meta?.base == null) break;
    end = Math.min(end, meta.base.end);
    file = fileOfSegment(meta.base.segment, found, meta, context);
    if (file === undefined) return { parts: parts.reverse(), missing: meta.base.segment };
  }
  return { parts: parts.reverse(), missing: null };
}

/** The thread's own `session_meta`, from the beginning of a file; one with another id is a copy of a parent's. */
export async function readMeta(file: string, thread: string | undefined, context: ReadContext): Promise<Meta | undefined> {
  const { head } = await readHead(context.files, file, (lines) => metaIn(lines, thread) !== undefined);
  return metaIn(head, thread);
}

export function metaIn(lines: readonly Buffer[], thread: string | undefined): Meta | undefined {
  for (const line of lines) {
    const found = peek(line, true);
    if (found?.type !== 'session_meta') continue;
    const payload = payloadOf(found, line);
    const meta = payload && metaOf(payload);
    if (meta !== undefined && (thread === undefined || meta.id === thread)) return meta;
  }
  return undefined;
}

/** The file with a segment's id in its name: most often of the same thread or of the one it was forked from. */
function fileOfSegment(segment: string, found: FoundSession, meta: Meta, context: ReadContext): string | undefined {
  const has = (session: FoundSession | undefined): string | undefined =>
    session?.files.find((file) => segmentOf(file) === segment);
  const near = has(found) ?? has(context.sessions.get(segment)) ?? has(context.sessions.get(meta.forkedFrom ?? ''));
  if (near !== undefined) return near;
  for (const session of context.sessions.values()) {
    const file = has(session);
    if (file !== undefined) return file;
  }
  return undefined;
}

export function segmentOf(file: string): string {
  return parseRolloutName(path.basename(file))?.segment ?? path.basename(file);
}

export function threadOf(file: string): string | undefined {
  return parseRolloutName(path.basename(file))?.thread;
}
