import type { Evidence, Place, SessionRecord } from '../agents/agent';
import { agentOf } from '../agents/registry';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { MirrorPlace } from '../platform/mirror/mirror';
import type { AgentId } from '../shared/agentId';
import type { EntryText, HistoryReply, LegacyReply } from '../shared/history';
import type { PageEvent, TranscriptMatches, TranscriptWindow } from '../shared/transcriptContract';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { TranscriptOmission } from '../shared/transcriptPart';
import type { PartRead } from '../platform/partFiles';
import { type IndexRow, readIndex, writeIndex } from '../store/indexFile';
import type { Branch } from '../transcript/model';
import { pageEvent, pageItem, summarise } from '../transcript/pageEvents';
import { picturesIn } from '../transcript/pictures';
import { searchShown } from '../transcript/search';
import { type Counted, Counting, type CountTask, forgetCounts, knownCounts } from './counting';
import { evidenceOf } from './evidence';
import { Histories, type HistoryFailure } from './histories';
import { type HostLook, Hosts } from './hosts';
import { scan, type Scan, type ScanOptions } from './scanning';
import { type SessionTally, tally } from './tally';
import { type OpenTranscript, type TranscriptFailure, Transcripts } from './transcripts';

export interface SessionAddress {
  readonly agent: AgentId;
  readonly place: Place;
  readonly id: string;
  /** Of files too long to be read whole, which part: from 0, `null` for the last. Without it they are read whole all the same. */
  readonly part?: number | null;
}

/** A transcript as opened: everything but its events. */
export interface TranscriptFacts {
  /** Read from the ends of the files only. */
  readonly record: SessionRecord;
  readonly running: boolean;
  /** Numbers of events, and of the rows in which a page shows them. */
  readonly events: number;
  readonly rows: number;
  readonly revision: string;
  /** The way that the rows are along, where the conversation parts, and whether a resume goes on from its end. */
  readonly way: string;
  readonly isCurrent: boolean;
  readonly part: PartRead | null;
  readonly omissions: readonly TranscriptOmission[];
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export interface EventWindow {
  readonly revision: string;
  readonly from: number;
  readonly events: readonly TranscriptEvent[];
  /** Of the whole transcript: see `Transcript.branches`. */
  readonly branches: readonly Branch[];
}

/** Rows, and which they are: those of another revision or of another way are others. */
export interface RowWindow extends TranscriptWindow {
  readonly way: string;
}

/** The branches to show, as `BranchTree.path` takes them; without them what a resume goes on from. */
interface Choices {
  readonly branches?: readonly string[];
}

export interface HistoryRequest extends SessionAddress {
  /** What the caller has seen; what is no cursor is as none. */
  readonly cursor?: unknown;
}

/** The work that is done away from the extension host's main thread. Parameters and results are plain data. */
export interface Operations {
  scan(params: { agent: AgentId; place: Place } & Pick<ScanOptions, 'depth' | 'known' | 'earlier' | 'found' | 'most' | 'share'>): Promise<Scan>;
  /** Looks which files a host has, unless that was done in the last `maxAge` milliseconds. Their bytes come when they are read. */
  refreshHost(params: { mirror: MirrorPlace; agents: readonly AgentId[]; maxAge: number }): Promise<Result<HostLook, SshCode>>;
  /** Ends what a host is being asked. */
  stopHost(params: { mirror: MirrorPlace }): Promise<void>;
  /** The index at `file`; `undefined` when it can't be used. */
  readIndex(params: { file: string }): Promise<readonly IndexRow[] | undefined>;
  writeIndex(params: { file: string; rows: readonly IndexRow[] }): Promise<Result<null, 'index_not_written'>>;
  /** Counts the requests of sessions into the file of counts, one batch of many. */
  count(params: { agent: AgentId; place: Place; tasks: readonly CountTask[]; file: string }): Promise<Counted>;
  /** Hashes of the signatures, by agent and id, of the sessions in the file of counts as they were counted. */
  knownCounts(params: { file: string; agents: readonly AgentId[] }): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  /** Drops sessions that are gone out of the file of counts. */
  forgetCounts(params: { file: string; agent: AgentId; ids: readonly string[] }): Promise<void>;
  /** What the counted sessions used, by day and model. */
  tally(params: { file: string; agents: readonly AgentId[] }): Promise<readonly SessionTally[]>;
  /** What tells which session a terminal has. `pid` is that of its process, `folder` where that was started. */
  evidence(params: { agent: AgentId; place: Place; pid: number; folder: string }): Promise<Evidence>;
  /** Looks at the files, and reads them when they changed. */
  transcript(params: SessionAddress & Choices): Promise<Result<TranscriptFacts, TranscriptFailure>>;
  /** Events as they are, of the transcript as of `revision`, or of a newer one when that is gone: the answer says which. */
  events(params: SessionAddress & { revision: string; from: number; count: number }): Promise<Result<EventWindow, TranscriptFailure>>;
  /** Rows of the transcript for a page, with texts cut to `limit`; of which revision, as for events. */
  window(
    params: SessionAddress & Choices & { revision: string; from: number; count: number; limit: number },
  ): Promise<Result<RowWindow, TranscriptFailure>>;
  /** The pictures in the record of an event, as data URLs. */
  pictures(params: SessionAddress & { revision: string; position: number }): Promise<Result<readonly string[], TranscriptFailure | 'event_missing'>>;
  /** The events with `text` in them, of the transcript as of `revision` or a newer one. */
  search(params: SessionAddress & Choices & { revision: string; text: string }): Promise<Result<TranscriptMatches, TranscriptFailure>>;
  /** What is new in a session's history since `cursor`. Without `history_version` only its last messages. */
  history(params: HistoryRequest & { history_version: 2 }): Promise<Result<HistoryReply, HistoryFailure>>;
  history(params: HistoryRequest & { history_version?: undefined }): Promise<Result<LegacyReply, HistoryFailure>>;
  /** The text of an entry of its window. */
  historyEntry(params: SessionAddress & { entry_id: string }): Promise<Result<EntryText, HistoryFailure | 'entry_gone'>>;
  event(
    params: SessionAddress & { revision: string; position: number; limit: number },
  ): Promise<Result<PageEvent, TranscriptFailure | 'event_missing'>>;
}

/** The operations on this thread: in a worker, and on the command line. */
export class LocalOperations implements Operations {
  private readonly transcripts = new Transcripts();
  private readonly histories = new Histories(this.transcripts);
  private readonly counting = new Counting();

  constructor(private readonly hosts = new Hosts()) {}

  scan(params: Parameters<Operations['scan']>[0]): Promise<Scan> {
    return this.hosts.over(params.place, asCopied(params), (place) => scan(required(params.agent), place, params));
  }

  refreshHost({ mirror, ...wanted }: Parameters<Operations['refreshHost']>[0]): ReturnType<Operations['refreshHost']> {
    return this.hosts.refresh(mirror, wanted);
  }

  async stopHost({ mirror }: { mirror: MirrorPlace }): Promise<void> {
    this.hosts.stop(mirror);
  }

  readIndex({ file }: { file: string }): Promise<readonly IndexRow[] | undefined> {
    return readIndex(file);
  }

  writeIndex({ file, rows }: Parameters<Operations['writeIndex']>[0]): Promise<Result<null, 'index_not_written'>> {
    return writeIndex(file, rows);
  }

  async count({ agent, place, tasks, file }: Parameters<Operations['count']>[0]): Promise<Counted> {
    return this.counting.count(required(agent), place, tasks, file);
  }

  async knownCounts({ file, agents }: Parameters<Operations['knownCounts']>[0]): ReturnType<Operations['knownCounts']> {
    return knownCounts(file, agents);
  }

  async forgetCounts({ file, agent, ids }: Parameters<Operations['forgetCounts']>[0]): Promise<void> {
    forgetCounts(file, agent, ids);
  }

  async tally({ file, agents }: Parameters<Operations['tally']>[0]): Promise<readonly SessionTally[]> {
    return tally(file, agents);
  }

  evidence({ agent, place, pid, folder }: Parameters<Operations['evidence']>[0]): Promise<Evidence> {
    return evidenceOf(required(agent), place, pid, folder);
  }

  async transcript({ branches = [], ...address }: SessionAddress & Choices): Promise<Result<TranscriptFacts, TranscriptFailure>> {
    const opened = await this.hosts.result(address.place, { agents: [address.agent], maxAge: lookAgain.transcript }, (place) =>
      this.transcripts.open({ ...address, place, agent: required(address.agent) }),
    );
    return opened.ok ? ok(factsOf(opened.value, branches)) : opened;
  }

  async events(params: Parameters<Operations['events']>[0]): Promise<Result<EventWindow, TranscriptFailure>> {
    const opened = await this.current(params);
    if (!opened.ok) return opened;
    const { transcript, revision } = opened.value;
    const { from, to } = range(params, transcript.events.length);
    return ok({ revision, from, events: transcript.events.slice(from, to), branches: transcript.branches ?? [] });
  }

  async window(params: Parameters<Operations['window']>[0]): Promise<Result<RowWindow, TranscriptFailure>> {
    const opened = await this.current(params);
    if (!opened.ok) return opened;
    const { conversation, revision } = opened.value;
    const { rows, path } = conversation.shownBy(params.branches ?? []);
    const { from, to } = range(params, rows.length);
    return ok({ revision, way: path.name, from, items: rows.slice(from, to).map((item) => pageItem(item, params.limit)) });
  }

  async event(params: Parameters<Operations['event']>[0]): Promise<Result<PageEvent, TranscriptFailure | 'event_missing'>> {
    const { position, limit } = params;
    const opened = await this.current(params);
    if (!opened.ok) return opened;
    const event = opened.value.transcript.events[position];
    return event === undefined ? fail('event_missing', String(position)) : ok(pageEvent(event, position, limit));
  }

  pictures(params: Parameters<Operations['pictures']>[0]): Promise<Result<readonly string[], TranscriptFailure | 'event_missing'>> {
    return this.hosts.result<readonly string[], TranscriptFailure | 'event_missing'>(params.place, asCopied(params), async (place) => {
      const address = { ...params, place, agent: required(params.agent) };
      const opened = await this.transcripts.current(address, params.revision);
      if (!opened.ok) return opened;
      const { found, transcript } = opened.value;
      const event = transcript.events[params.position];
      if (event === undefined) return fail('event_missing', String(params.position));
      return ok(picturesIn(await this.transcripts.pictureRecords(address, found, event)));
    });
  }

  async search(params: Parameters<Operations['search']>[0]): Promise<Result<TranscriptMatches, TranscriptFailure>> {
    const opened = await this.current(params);
    if (!opened.ok) return opened;
    const { transcript, conversation } = opened.value;
    return ok(searchShown({ events: transcript.events, conversation }, params.text, params.branches ?? []));
  }

  history(params: HistoryRequest & { history_version: 2 }): Promise<Result<HistoryReply, HistoryFailure>>;
  history(params: HistoryRequest & { history_version?: undefined }): Promise<Result<LegacyReply, HistoryFailure>>;
  history({ cursor, history_version: version, ...session }: HistoryRequest & { history_version?: 2 | undefined }): Promise<Result<HistoryReply | LegacyReply, HistoryFailure>> {
    const wanted = { agents: [session.agent], maxAge: lookAgain.history };
    return this.hosts.result<HistoryReply | LegacyReply, HistoryFailure>(session.place, wanted, async (place) => {
      const address = { ...session, place, agent: required(session.agent) };
      // A history that lacks something would pass for one that began anew.
      if (place.guard !== undefined) await this.transcripts.open({ ...address, part: null });
      if ((place.guard?.missing.size ?? 0) > 0) return fail('session_changing');
      const reply = version === 2 ? await this.histories.get(address, cursor) : await this.histories.messages(address);
      return reply.ok && reply.value.path !== null ? ok({ ...reply.value, path: this.hosts.asOnHost(place, reply.value.path) }) : reply;
    });
  }

  async historyEntry({ entry_id: id, ...session }: Parameters<Operations['historyEntry']>[0]): ReturnType<Operations['historyEntry']> {
    return this.hosts.result(session.place, asCopied(session), (place) => this.histories.entry({ ...session, place, agent: required(session.agent) }, id));
  }

  private current({ revision, ...address }: SessionAddress & { revision: string }): Promise<Result<OpenTranscript, TranscriptFailure>> {
    return this.hosts.result(address.place, asCopied(address), (place) => this.transcripts.current({ ...address, place, agent: required(address.agent) }, revision));
  }
}

/** Milliseconds after which a host is looked at again for a page: when it is opened or told that something changed, and while it asks. */
const lookAgain = { transcript: 15_000, history: 60_000 } as const;

/** Of a host, what was copied at the last look. */
function asCopied({ agent }: { agent: AgentId }): { agents: readonly AgentId[]; maxAge: number } {
  return { agents: [agent], maxAge: Infinity };
}

function range({ from, count }: { from: number; count: number }, length: number): { from: number; to: number } {
  const start = Math.min(Math.max(0, from), length);
  return { from: start, to: start + count };
}

function factsOf({ found, record, transcript, conversation, revision, part }: OpenTranscript, branches: readonly string[]): TranscriptFacts {
  const { rows, path } = conversation.shownBy(branches);
  return {
    record,
    running: found.running,
    events: transcript.events.length,
    rows: rows.length,
    revision,
    way: path.name,
    isCurrent: path.isCurrent,
    part: part ?? null,
    omissions: summarise(transcript.omissions),
    unknownTypes: transcript.unknownTypes,
  };
}

function required(id: AgentId): NonNullable<ReturnType<typeof agentOf>> {
  const agent = agentOf(id);
  if (agent === undefined) throw new Error(`no adapter for ${id}`);
  return agent;
}
