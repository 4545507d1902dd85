import * as fs from 'node:fs';
import type { Agent, FoundSession, Place, ReadContext } from '../agents/agent';
import { agentOf } from '../agents/registry';
import { fail, ok, type Result } from '../core/result';
import { Files } from '../platform/files';
import { LineStarts } from '../platform/partFiles';
import type { AgentId } from '../shared/agentId';
import type { ExportCode, ExportFormat } from '../shared/exporting';
import { writeAtif } from '../transcript/atif/write';
import { writeMarkdown } from '../transcript/markdown';
import type { IsCopied, Transcript } from '../transcript/model';
import type { SessionFacts, SessionSource, Write, WriteOutcome } from '../transcript/sessionSource';
import { MeteredFiles, sessionParts } from './sessionParts';

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Gets how much is done, from 0 to 1, as far as it can be told. */
  readonly onProgress?: (done: number) => void;
  /** Bytes that are read of long files at once. */
  readonly partSize?: number;
}

/** A part takes some three times its size in memory. */
const defaultPartSize = 32 << 20;

/** A session to be exported, found and read for what is known of it. */
export interface FoundExport {
  readonly found: FoundSession;
  /** Writes it in a format of text. */
  write(format: Exclude<ExportFormat, 'raw'>, write: Write): Promise<Result<null, ExportCode>>;
}

/** Finds the session `id`, to export it. */
export async function findExport(
  { agent: agentId, place, id }: { agent: AgentId; place: Place; id: string },
  { signal, onProgress, partSize = defaultPartSize }: ExportOptions = {},
): Promise<Result<FoundExport, ExportCode>> {
  const agent = agentOf(agentId);
  if (agent === undefined) return fail('session_missing', id);
  const files = new Files(place.guard);
  try {
    const { sessions } = await agent.find(place, files);
    const byId = new Map(sessions.map((found) => [found.id, found]));
    const found = byId.get(id);
    if (found === undefined) return fail('session_missing', id);
    const context = { place, sessions: byId, ...(signal && { signal }) };
    const write: FoundExport['write'] = (format, to) => {
      const depth = format === 'atif' ? 'full' : 'ends';
      // Where the facts come from the whole file, it is read twice.
      const total = sizeOf(found) * (depth === 'full' ? 2 : 1);
      let bytes = 0;
      const onBytes = (read: number): void => onProgress?.(Math.min(1, (bytes += read) / Math.max(1, total)));
      const source = new Source({ agent, context, size: partSize, starts: new LineStarts(), depth, onBytes }, found);
      return settled(id, format === 'atif' ? writeAtif(source, to) : writeMarkdown(source, { isRedacted: format === 'redacted' }, to));
    };
    return ok({ found, write });
  } catch (error) {
    return failed(error, id);
  } finally {
    files.dispose();
  }
}

async function settled(id: string, writing: Promise<WriteOutcome>): Promise<Result<null, ExportCode>> {
  try {
    return (await writing) === 'written' ? ok(null) : fail('session_empty', id);
  } catch (error) {
    return failed(error, id);
  }
}

/** What can't be read is a failure of its session, what can't be written one of its place; all else is a bug, and thrown. */
export function failed(error: unknown, id: string): Result<never, ExportCode> {
  const { name, code, message, syscall } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return fail('cancelled', id);
  if (code === undefined) throw error;
  if (syscall === 'write') return fail('not_written', message);
  return code === 'ENOENT' ? fail('session_missing', id) : fail('session_unreadable', message);
}

/** What the sessions of one export share: the one that was asked for, and its sub-agents. */
interface Reading {
  readonly agent: Agent;
  readonly context: Omit<ReadContext, 'files'>;
  readonly size: number;
  readonly starts: LineStarts;
  /** How closely facts are read. */
  readonly depth: 'ends' | 'full';
  readonly onBytes: (bytes: number) => void;
}

class Source implements SessionSource {
  readonly agent: AgentId;
  readonly id: string;
  records = 0;

  constructor(private readonly reading: Reading, private readonly found: FoundSession) {
    this.agent = reading.agent.id;
    this.id = found.id;
  }

  async facts(): Promise<SessionFacts> {
    const { agent, context, depth, onBytes } = this.reading;
    const files = new MeteredFiles({ index: 0, size: Infinity }, this.reading.starts, { onRecord: onBytes }, context.place.guard);
    try {
      let isCopied: IsCopied | undefined;
      const record = await agent.read(this.found, depth, { ...context, files, onCopies: (tells) => (isCopied = tells) });
      return { ...record, ...(isCopied && { isCopied }) };
    } finally {
      files.dispose();
    }
  }

  parts(): AsyncIterable<Transcript> {
    const { agent, context, onBytes } = this.reading;
    const onRecord = (bytes: number): void => {
      this.records++;
      onBytes(bytes);
    };
    return sessionParts(agent, this.found, context, { ...this.reading, onRecord });
  }

  subagent(id: string): SessionSource | undefined {
    const found = this.reading.context.sessions.get(id);
    return found && new Source(this.reading, found);
  }
}

/** Bytes that will be read of it, as far as that is known before: a database has other sessions, too. */
function sizeOf({ files }: FoundSession): number {
  return files.reduce((sum, file) => sum + (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
