import type { AgentId, SessionKey } from './agentId';
import type { Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { EntryText, HistoryCursor, HistoryReply } from './history';
import type { TimelineItem } from './timeline';
import type { TranscriptEvent } from './transcriptEvent';
import type { TranscriptOmission, TranscriptPart } from './transcriptPart';

/** Limits of what crosses to a page, in UTF-16 units and rows. */
export const transcriptLimits = {
  /** Rows per answer. */
  window: 200,
  /** Text of one message or notice; of an action's input and of its output when it is opened. */
  text: 20_000,
  /** The same where a reader asks for all of it: more than this makes a page stall, and is read in the source file. */
  whole: 1_000_000,
  /** What is searched for. */
  search: 500,
  /** Choices of branches. */
  branches: 200,
} as const;

export type TranscriptCode =
  | 'session_missing'
  | 'session_unreadable'
  | 'session_changing'
  | 'ambiguous_transcript'
  | 'event_missing'
  | 'entry_gone'
  | 'agent_not_installed'
  | 'folder_missing'
  | 'folder_not_recorded'
  | 'not_resumable'
  | 'session_running'
  | 'workspace_untrusted'
  | 'terminal_failed'
  | 'chat_not_saved'
  | 'host_failed'
  | 'other_host'
  | SshCode;

/** An event as a page gets it: with its place in the transcript, long texts cut, and those of actions left out. */
export interface PageEvent extends TranscriptEvent {
  /** From 0, in the whole transcript. */
  readonly position: number;
  /** Full lengths, in UTF-16 units, of the texts that were cut to a limit. A cut `input` is the start of its JSON, as text. */
  readonly clipped?: { readonly text?: number; readonly input?: number; readonly output?: number };
  /** Of an action: what its line shows. Its texts are empty until the event is asked for. */
  readonly brief?: Brief;
  /** Where texts are cut or left out: changes when they do. */
  readonly digest?: string;
}

export interface Brief {
  /** What it is about, on one line. */
  readonly line: string;
  /** The files that a call reads or changes, as far as its arguments name them. */
  readonly files: readonly string[];
  /** Whether the call writes down a plan. */
  readonly isPlan: boolean;
}

/** A row of the conversation. */
export type PageItem = TimelineItem<PageEvent>;

/** What the page shows above and below the events. */
export interface TranscriptHead {
  readonly key: SessionKey;
  readonly agent: AgentId;
  readonly agentName: string;
  readonly title: string;
  readonly folder: string | null;
  readonly branch: string | null;
  readonly models: readonly string[];
  readonly createdAt: string | null;
  readonly lastActivityAt: string | null;
  readonly messageCount: number | null;
  readonly running: boolean;
  /** Number of rows. */
  readonly total: number;
  /** Whether what is shown is what a resume goes on from. */
  readonly isCurrent: boolean;
  /** Changes when the rows do. Windows of different revisions must not be mixed. */
  readonly revision: string;
  /** What of the source is shown, where it is too long to be read whole. */
  readonly part: TranscriptPart | null;
  /** Records that could not be read or are not understood, to be told to the reader. */
  readonly omissions: readonly TranscriptOmission[];
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export interface TranscriptWindow {
  readonly revision: string;
  readonly from: number;
  readonly items: readonly PageItem[];
}

/** Where a text was found: the event, and its row. */
export interface TranscriptMatch {
  readonly row: number;
  readonly id: string;
}

export interface TranscriptMatches {
  readonly matches: readonly TranscriptMatch[];
  /** More than are named when they are very many. */
  readonly total: number;
  /** On branches that are not shown: how many, and the first of them with the branches to choose for it. */
  readonly elsewhere: { readonly count: number; readonly id: string; readonly branches: readonly string[] } | null;
}

/** The id of a sub-agent of the session, where its conversation is meant. */
interface OfSubagent {
  readonly subagent?: string | undefined;
}

/** Whose rows are meant. */
interface Way extends OfSubagent {
  /** What of a long source, from 0; `null` for its end. */
  readonly part: number | null;
  /** The branches that the reader chose where the conversation parts, at most `transcriptLimits.branches`; the last chosen of a place counts. */
  readonly branches: readonly string[];
}

/** Between the transcript page and its host. */
export interface TranscriptContract {
  requests: {
    /** The head, read anew. */
    'transcript.open': { params: Way; result: Result<TranscriptHead, TranscriptCode> };
    /** At most `transcriptLimits.window` rows from row `from`. */
    'transcript.window': { params: Way & { from: number; count: number }; result: Result<TranscriptWindow, TranscriptCode> };
    /** One event with its texts, cut to `transcriptLimits.text` or, where they are wanted whole, to `transcriptLimits.whole`. */
    'transcript.event': { params: OfSubagent & { part: number | null; position: number; whole: boolean }; result: Result<PageEvent, TranscriptCode> };
    /** The pictures that are recorded with a message, as data URLs; none when only their names are. */
    'transcript.pictures': { params: OfSubagent & { part: number | null; position: number }; result: Result<readonly string[], TranscriptCode> };
    /** The events of the part that have a text of at most `transcriptLimits.search` UTF-16 units in them, whatever its case. */
    'transcript.search': { params: Way & { text: string }; result: Result<TranscriptMatches, TranscriptCode> };
    /** What is new in the session's history since `cursor`; all of its window without one. */
    'history.get': { params: { cursor: HistoryCursor | null }; result: Result<HistoryReply, TranscriptCode> };
    /** The text of an entry that came without it. */
    'history.entry': { params: { id: string }; result: Result<EntryText, TranscriptCode> };
    /** Opens the session in its own agent, in a terminal. A failure has been told to the person already, and is shown on the page. */
    'transcript.resume': { params: Record<string, never>; result: Result<null, TranscriptCode> };
    /** Opens the conversation of a sub-agent that one of the calls started, in a tab of its own. */
    'transcript.openSubagent': { params: { id: string }; result: Result<null, TranscriptCode> };
    /** Asks the person what to export the session as, and where to, and does so. Answered at once. */
    'transcript.export': { params: Record<string, never>; result: Result<null, TranscriptCode> };
    /** Copies a link that opens this transcript. */
    'transcript.copyLink': { params: Record<string, never>; result: Result<null, TranscriptCode> };
    /** Copies to the clipboard. */
    'transcript.copy': { params: { text: string }; result: Result<null, TranscriptCode> };
    /** Opens the source file at its line, read-only, in an editor. */
    'transcript.reveal': { params: { file: string; line: number }; result: Result<null, TranscriptCode> };
  };
  events: {
    /** The source changed; the page asks again for what it shows. */
    'transcript.changed': { key: SessionKey };
  };
}
