import type { AgentId, SessionKey } from './agentId';
import type { Result } from '../core/result';
import type { TranscriptEvent } from './transcriptEvent';

/** Limits of what crosses to a page, in UTF-16 units and events. */
export const transcriptLimits = {
  /** Events per answer. */
  window: 200,
  /** Text of one message, thought or notice; of a tool's input and of its output. The whole is asked for by position. */
  text: 20_000,
  /** The same where one event is asked for whole: more than this makes a page stall, and is read in the source file. */
  whole: 1_000_000,
} as const;

export type TranscriptCode =
  | 'session_missing'
  | 'session_unreadable'
  | 'event_missing'
  | 'agent_not_installed'
  | 'folder_missing'
  | 'folder_not_recorded'
  | 'not_resumable'
  | 'workspace_untrusted'
  | 'terminal_failed'
  | 'chat_not_saved'
  | 'host_failed'
  | 'other_host';

/** An event as a page gets it: with its place in the transcript, and long texts cut. */
export interface PageEvent extends TranscriptEvent {
  /** From 0, in the whole transcript. */
  readonly position: number;
  /** Full lengths, in UTF-16 units, of the texts that were cut to a limit. A cut `input` is the start of its JSON, as text. */
  readonly clipped?: { readonly text?: number; readonly input?: number; readonly output?: number };
}

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
  /** Number of events. */
  readonly total: number;
  /** Changes when the events do. Windows of different revisions must not be mixed. */
  readonly revision: string;
  /** Records that could not be read or are not understood, to be told to the reader. */
  readonly omissions: readonly TranscriptOmission[];
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export interface TranscriptOmission {
  readonly code: 'broken_record' | 'oversized_record' | 'torn_end' | 'missing_part' | 'unreadable';
  readonly count: number;
  readonly bytes: number;
}

export interface TranscriptWindow {
  readonly revision: string;
  readonly from: number;
  readonly events: readonly PageEvent[];
}

/** Between the transcript page and its host. */
export interface TranscriptContract {
  requests: {
    /** The head, read anew. */
    'transcript.open': { params: Record<string, never>; result: Result<TranscriptHead, TranscriptCode> };
    /** At most `transcriptLimits.window` events from position `from`. */
    'transcript.window': { params: { from: number; count: number }; result: Result<TranscriptWindow, TranscriptCode> };
    /** One event with its texts whole, or cut to `transcriptLimits.whole`. */
    'transcript.event': { params: { position: number }; result: Result<PageEvent, TranscriptCode> };
    /** Opens the session in its own agent, in a terminal. A failure has been told to the person already, and is shown on the page. */
    'transcript.resume': { params: Record<string, never>; result: Result<null, TranscriptCode> };
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
