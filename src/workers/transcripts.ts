import type { Agent, FoundSession, Place, SessionRecord } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import { Files } from '../platform/files';
import { LineStarts, PartFiles, type PartRead } from '../platform/partFiles';
import { timelineOf, type TimelineItem } from '../shared/timeline';
import type { SourcePosition } from '../shared/transcriptEvent';
import type { Transcript } from '../transcript/model';

export type TranscriptFailure = 'session_missing' | 'session_unreadable';

export interface OpenTranscript {
  readonly found: FoundSession;
  readonly record: SessionRecord;
  readonly transcript: Transcript;
  /** The rows of its conversation. */
  readonly timeline: readonly TimelineItem[];
  /** Equal as long as the events are the same. */
  readonly revision: string;
  /** What was read, where a file is too long to be read whole. */
  readonly part?: PartRead;
}

/** Whose transcript, and how much of it; see `SessionAddress`. */
interface Address {
  readonly agent: Agent;
  readonly place: Place;
  readonly id: string;
  readonly part?: number | null | undefined;
}

/** Bytes of one part. A transcript takes some three times as many in memory. */
const partSize = 16 << 20;

/** Whole transcripts, read when asked for; the last few are kept while their files stay the same. */
export class Transcripts {
  private readonly kept = new Map<string, Promise<OpenTranscript>>();

  private readonly starts = new LineStarts();

  constructor(
    private readonly limit = 4,
    private readonly size = partSize,
  ) {}

  /** Reads the session anew when its files changed since the last call. */
  async open(address: Address): Promise<Result<OpenTranscript, TranscriptFailure>> {
    const { agent, place, id, part } = address;
    const files = this.filesFor(part);
    try {
      const finding = await agent.find(place, files);
      const sessions = new Map(finding.sessions.map((found) => [found.id, found]));
      const found = sessions.get(id);
      if (found === undefined) return fail('session_missing', id);
      return ok(await this.read(address, found, { place, files, sessions }));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? fail('session_missing', id) : fail('session_unreadable', message);
    } finally {
      files.dispose();
    }
  }

  /** The session as last opened, without a look at its files; opened when it has not been. */
  async current(address: Address, revision: string): Promise<Result<OpenTranscript, TranscriptFailure>> {
    const kept = this.kept.get(keyOf(address));
    if (kept !== undefined) {
      const open = await kept.catch(() => undefined);
      if (open?.revision === revision) return ok(open);
    }
    return this.open(address);
  }

  /** The text of one line of a session's file, where it is in `part`; empty when it can't be read. */
  async line(part: number | null | undefined, { file, line }: SourcePosition): Promise<string> {
    const files = this.filesFor(part);
    let text = '';
    try {
      await files.eachLine(file, ({ bytes, number }) => {
        if (number === line) text = bytes.toString('utf8');
      });
    } catch {
      // Gone since it was read, or no file of lines.
    } finally {
      files.dispose();
    }
    return text;
  }

  private filesFor(part: number | null | undefined): Files {
    return part === undefined ? new Files() : new PartFiles({ index: part, size: this.size }, this.starts);
  }

  private read(address: Address, found: FoundSession, context: Parameters<Agent['transcript']>[1]): Promise<OpenTranscript> {
    const { agent } = address;
    const { files } = context;
    const key = keyOf(address);
    const before = this.kept.get(key);
    const reading = (async () => {
      const last = await before?.catch(() => undefined);
      if (last?.revision === found.signature) return { ...last, found };
      const record = await agent.read(found, 'ends', context);
      const transcript = await agent.transcript(found, context);
      const part = files instanceof PartFiles ? files.read : undefined;
      return { found, record, transcript, timeline: timelineOf(transcript.events), revision: found.signature, ...(part && { part }) };
    })();
    this.kept.delete(key);
    this.kept.set(key, reading);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.limit) break;
      this.kept.delete(oldest);
    }
    reading.catch(() => {
      if (this.kept.get(key) === reading) this.kept.delete(key);
    });
    return reading;
  }
}

function keyOf({ agent, place, id, part }: Address): string {
  return JSON.stringify([agent.id, place.home, id, part === undefined ? 'whole' : part]);
}
