import type { SourcePosition, TranscriptEvent } from '../shared/transcriptEvent';

/** Tokens of one agent's work. `input` is without cache, `output` with reasoning; `reasoning` is a part of `output`. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly reasoning: number;
}

export const noUsage: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** A stretch of a conversation, from its beginning or from where it parts to where it parts again or ends. */
export interface Branch {
  /** That of the first event on it, so that it stays while the source only grows. */
  readonly id: string;
  /** The branch at whose end it begins; `null` at a beginning of the conversation. */
  readonly parent: string | null;
}

/** One session, read through. Events are in the order in which they were recorded. */
export interface Transcript {
  readonly events: readonly TranscriptEvent[];
  /**
   * Absent where the conversation never parts; else each event names the one it is on. Those that begin at the same place are what
   * was tried there, the oldest first. All active events are on the way to one branch, and where that way ends, nothing follows yet.
   */
  readonly branches?: readonly Branch[];
  /** Record types that the adapter does not know, with how often each occurred. Such records are events of type `unknown`. */
  readonly unknownTypes: Readonly<Record<string, number>>;
  /** What could not be read, for disclosure: broken lines, records too long to load, missing base files. */
  readonly omissions: readonly Omission[];
  /** What responses used, by `TranscriptEvent.response`, where the agent records it for each. */
  readonly responseUsage?: ReadonlyMap<string, Usage>;
}

/** Tells the events of a session's transcript that other sessions recorded: what a fork began with. */
export type IsCopied = (event: TranscriptEvent) => boolean;

export interface Omission {
  readonly code: 'broken_record' | 'oversized_record' | 'torn_end' | 'missing_part' | 'unreadable';
  readonly source: SourcePosition;
  /** Size of what was left out, in bytes, where known. */
  readonly bytes?: number;
}
