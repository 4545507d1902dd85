import { randomUUID } from 'node:crypto';
import type { Agent, Place } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import { sessionKey } from '../shared/agentId';
import type { EntryText, HistoryBounds, HistoryHead, HistoryReply, LegacyReply } from '../shared/history';
import { windowOf } from '../shared/history';
import { entriesOf, type ProjectedEntry } from '../transcript/entries';
import { cursorOf, legacyMessages, redactedWindow, textHash, updateOf } from '../transcript/history';
import { HistoryCache, type HistoryRevision, type HistoryStamp } from '../transcript/historyCache';
import { summarise } from '../transcript/pageEvents';
import type { OpenTranscript, TranscriptFailure, Transcripts } from './transcripts';

/** Whose history. Of a file too long to be read whole it is that of its last part. */
export interface HistoryAddress {
  readonly agent: Agent;
  readonly place: Place;
  readonly id: string;
}

export type HistoryFailure = Exclude<TranscriptFailure, 'session_missing'> | 'ambiguous_transcript';

/** The histories of sessions, over the transcripts that pages show: one reading serves both. */
export class Histories {
  constructor(
    private readonly transcripts: Transcripts,
    private readonly cache = new HistoryCache(randomUUID),
  ) {}

  /** What is new since `cursor`, or all of the window. A session that isn't there is an empty snapshot of a new epoch. */
  async get(address: HistoryAddress, cursor: unknown): Promise<Result<HistoryReply, HistoryFailure>> {
    const read = await this.read(address);
    if (!read.ok) return read;
    const { head, bounds, revisions } = read.value;
    return ok({ ...head, ...bounds, ...updateOf(revisions, cursorOf(cursor)) });
  }

  /** For callers of version 1: the last messages. */
  async messages(address: HistoryAddress): Promise<Result<LegacyReply, HistoryFailure>> {
    const read = await this.read(address);
    if (!read.ok) return read;
    const { head, revisions } = read.value;
    return ok({ ...head, messages: legacyMessages(revisions.at(-1)?.entries ?? []) });
  }

  /** The text of an entry that is in the window now. */
  async entry(address: HistoryAddress, entryId: string): Promise<Result<EntryText, HistoryFailure | 'entry_gone'>> {
    const opened = await this.open(address);
    if (!opened.ok) return opened.code === 'session_missing' ? fail('entry_gone', entryId) : fail(opened.code, opened.detail);
    // Only texts are wanted, which no time changes.
    const entry = windowOf(projected(opened.value, 0)).find(({ id }) => id === entryId);
    return entry === undefined ? fail('entry_gone', entryId) : ok({ entry_id: entryId, text: entry.text, text_hash: textHash(entry.text) });
  }

  private async read(address: HistoryAddress): Promise<Result<Read, HistoryFailure>> {
    const { agent, id } = address;
    const key = keyOf(address);
    const named = { key: sessionKey(agent.id, id), agent: agent.id };
    const opened = await this.open(address);
    if (!opened.ok) {
      this.cache.drop(key);
      if (opened.code !== 'session_missing') return fail(opened.code, opened.detail);
      const head: HistoryHead = { ...named, status: 'missing_file', detail: opened.detail, path: null, updated_at: null };
      return ok({ head, bounds: { part: null, omissions: [] }, revisions: [{ cursor: this.cache.freshCursor(), entries: [] }] });
    }
    const { found, part, transcript } = opened.value;
    const stamp = stampOf(opened.value);
    const revisions = this.cache.revisions(key, stamp, (base) => redactedWindow(projected(opened.value, base)));
    const head: HistoryHead = { ...named, status: 'ok', detail: '', path: found.files[0] ?? null, updated_at: new Date(stamp.mtime).toISOString() };
    return ok({ head, bounds: { part: part ?? null, omissions: summarise(transcript.omissions) }, revisions: revisions as Read['revisions'] });
  }

  private async open(address: HistoryAddress): Promise<Result<OpenTranscript, TranscriptFailure | 'ambiguous_transcript'>> {
    const opened = await this.transcripts.open({ ...address, part: null });
    if (!opened.ok || opened.value.rivals.length === 0) return opened;
    // Which of them is the session would be a guess.
    return fail('ambiguous_transcript', [opened.value.found.files[0] ?? '', ...opened.value.rivals].join('\n'));
  }
}

interface Read {
  readonly head: HistoryHead;
  readonly bounds: HistoryBounds;
  readonly revisions: readonly [...HistoryRevision[], HistoryRevision];
}

function projected({ transcript }: OpenTranscript, base: number): ProjectedEntry[] {
  return entriesOf(transcript.events, base);
}

function stampOf({ found, record, stamp: { identity, size, mtimeMs } }: OpenTranscript): HistoryStamp {
  const created = Date.parse(record.createdAt ?? '');
  return { signature: found.signature, identity, size, mtime: Math.round(mtimeMs), created: Number.isNaN(created) ? null : created };
}

function keyOf({ agent, place, id }: HistoryAddress): string {
  return JSON.stringify([agent.id, place.home, id]);
}
