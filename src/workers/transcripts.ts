import type { Agent, Finding, FoundSession, Place, ReadContext, SessionRecord } from '../agents/agent';
import { type Json, parseObject } from '../core/json';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import { Files, type FileStamp } from '../platform/files';
import { LineStarts, PartFiles, type PartRead } from '../platform/partFiles';
import type { SourcePosition, TranscriptEvent } from '../shared/transcriptEvent';
import { Conversation } from '../transcript/conversation';
import type { Transcript } from '../transcript/model';

export type TranscriptFailure = 'session_missing' | 'session_unreadable' | 'session_changing' | SshCode;

export interface OpenTranscript {
  readonly found: FoundSession;
  readonly record: SessionRecord;
  readonly transcript: Transcript;
  /** Its rows. */
  readonly conversation: Conversation;
  /** Equal as long as the events are the same. */
  readonly revision: string;
  /** What was read, where a file is too long to be read whole. */
  readonly part?: PartRead;
  /** The session's main file as it was before it was read. */
  readonly stamp: Pick<FileStamp, 'identity' | 'size' | 'mtimeMs'>;
  /** Other files that were found to be the same session. */
  readonly rivals: readonly string[];
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

/** How often a session that changes meanwhile is read. */
const attempts = 4;
/** What has only grown meanwhile, and is longer than this in bytes, is taken as it was: what was added comes with the next reading. */
const smallFile = 4 << 20;

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
    const files = this.filesFor(place, part);
    try {
      const finding = await agent.find(place, files);
      const sessions = new Map(finding.sessions.map((found) => [found.id, found]));
      const found = sessions.get(id) ?? agent.inlineSubagent?.(id, sessions);
      if (found === undefined) return fail('session_missing', id);
      return ok({ ...(await this.read(address, found, { place, files, sessions })), rivals: await rivalsOf(found, finding, files) });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return fail('session_changing', error.message);
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

  /** The records with the pictures of an event; none when they can't be read. */
  async pictureRecords({ agent, ...address }: Pick<Address, 'agent' | 'place' | 'part'>, found: FoundSession, event: TranscriptEvent): Promise<Json> {
    if (agent.pictureRecords === undefined) return parseObject(await this.line(address, event.source)) ?? null;
    const files = new Files(address.place.guard);
    try {
      return await agent.pictureRecords(event, found, files);
    } catch {
      // Gone since it was read.
      return null;
    } finally {
      files.dispose();
    }
  }

  /** The text of one line of a session's file, where it is in `part`; empty when it can't be read. */
  private async line({ place, part }: Pick<Address, 'place' | 'part'>, { file, line }: SourcePosition): Promise<string> {
    const files = this.filesFor(place, part);
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

  private filesFor({ guard }: Place, part: number | null | undefined): Files {
    return part === undefined ? new Files(guard) : new PartFiles({ index: part, size: this.size }, this.starts, guard);
  }

  private read(address: Address, found: FoundSession, context: ReadContext): Promise<OpenTranscript> {
    const key = keyOf(address);
    const before = this.kept.get(key);
    const reading = (async () => {
      const last = await before?.catch(() => undefined);
      return last?.revision === found.signature ? { ...last, found } : readSettled(address, found, context);
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

class ChangedMeanwhile extends Error {}

/** Reads a session that may be changing: once more when it did. */
async function readSettled({ agent, place, id }: Address, first: FoundSession, { files, sessions }: ReadContext): Promise<OpenTranscript> {
  let context: ReadContext = { place, files, sessions };
  let found = first;
  for (let attempt = 1; ; attempt++) {
    if (files instanceof PartFiles) files.read = undefined;
    const [main = ''] = found.files;
    const stamp = await files.stat(main);
    const record = await agent.read(found, 'ends', context);
    const transcript = await agent.transcript(found, context);
    place.guard?.check();
    const part = files instanceof PartFiles ? files.read : undefined;
    const change = changeBetween(stamp, await files.stat(main));
    const isTaken = change === 'none' || (change === 'grown' && (attempt === attempts || stamp.size > smallFile));
    if (isTaken) return { found, record, transcript, conversation: new Conversation(transcript), revision: found.signature, stamp, rivals: [], ...(part && { part }) };
    if (attempt === attempts) throw new ChangedMeanwhile(main);
    const anew = new Map((await agent.find(place, files)).sessions.map((each) => [each.id, each]));
    const next = anew.get(id) ?? agent.inlineSubagent?.(id, anew);
    if (next === undefined) throw Object.assign(new Error(`${id} is gone`), { code: 'ENOENT' });
    found = next;
    context = { place, files, sessions: anew };
  }
}

/** What is written in place keeps its size. */
function changeBetween(before: FileStamp, after: FileStamp): 'none' | 'grown' | 'other' {
  if (before.identity !== after.identity) return 'other';
  if (before.size === after.size) return before.mtimeMs === after.mtimeMs ? 'none' : 'other';
  return before.size < after.size ? 'grown' : 'other';
}

/** Other files that were found to hold the same session: none that is one of its own under another name, or its compressed copy. */
async function rivalsOf({ id, files: own }: FoundSession, { skipped }: Finding, files: Files): Promise<string[]> {
  const isCopy = (file: string): boolean => own.some((each) => file === `${each}.zst` || each === `${file}.zst`);
  const others = skipped.filter((each) => each.reason === 'duplicate' && each.id === id && !isCopy(each.path));
  if (others.length === 0) return [];
  const identity = (file: string): Promise<string> => files.stat(file).then((stamp) => stamp.identity, () => '');
  const known = new Set([...(await Promise.all(own.map(identity))), '']);
  const identities = await Promise.all(others.map((each) => identity(each.path)));
  return others.flatMap((each, at) => (known.has(identities[at] ?? '') ? [] : each.path));
}

function keyOf({ agent, place, id, part }: Address): string {
  return JSON.stringify([agent.id, place.home, id, part === undefined ? 'whole' : part]);
}
