import type { Agent, FoundSession, Place, SessionRecord } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import { Files } from '../platform/files';
import { timelineOf, type TimelineItem } from '../shared/timeline';
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
}

/** Whole transcripts, read when asked for; the last few are kept while their files stay the same. */
export class Transcripts {
  private readonly kept = new Map<string, Promise<OpenTranscript>>();

  constructor(private readonly limit = 4) {}

  /** Reads the session anew when its files changed since the last call. */
  async open(agent: Agent, place: Place, id: string): Promise<Result<OpenTranscript, TranscriptFailure>> {
    const files = new Files();
    try {
      const finding = await agent.find(place, files);
      const sessions = new Map(finding.sessions.map((found) => [found.id, found]));
      const found = sessions.get(id);
      if (found === undefined) return fail('session_missing', id);
      return ok(await this.read(agent, found, { place, files, sessions }));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? fail('session_missing', id) : fail('session_unreadable', message);
    } finally {
      files.dispose();
    }
  }

  /** The session as last opened, without a look at its files; opened when it has not been. */
  async current(agent: Agent, place: Place, id: string, revision: string): Promise<Result<OpenTranscript, TranscriptFailure>> {
    const kept = this.kept.get(keyOf(agent, place, id));
    if (kept !== undefined) {
      const open = await kept.catch(() => undefined);
      if (open?.revision === revision) return ok(open);
    }
    return this.open(agent, place, id);
  }

  private read(agent: Agent, found: FoundSession, context: Parameters<Agent['transcript']>[1]): Promise<OpenTranscript> {
    const key = keyOf(agent, context.place, found.id);
    const before = this.kept.get(key);
    const reading = (async () => {
      const last = await before?.catch(() => undefined);
      if (last?.revision === found.signature) return { ...last, found };
      const record = await agent.read(found, 'ends', context);
      const transcript = await agent.transcript(found, context);
      return { found, record, transcript, timeline: timelineOf(transcript.events), revision: found.signature };
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

function keyOf(agent: Agent, place: Place, id: string): string {
  return JSON.stringify([agent.id, place.home, id]);
}
