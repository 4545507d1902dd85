import type { AgentId } from '../shared/agentId';
import type { IsCopied, Transcript, Usage } from './model';

/** What is known of a session beside its events. */
export interface SessionFacts {
  readonly title: string;
  readonly folder: string | null;
  readonly branch: string | null;
  readonly models: readonly string[];
  readonly agentVersion: string | null;
  /** The session's own tokens; `null` when unknown. */
  readonly usage: Usage | null;
  /** The session that this one was forked or branched from. */
  readonly parentId: string | null;
  /** Absent where nothing is copied, or it was not asked. Copied requests are no part of `usage`. */
  readonly isCopied?: IsCopied;
}

/** A session that is read from its beginning to its end, once, to be written elsewhere. File system errors are thrown as they come. */
export interface SessionSource {
  readonly agent: AgentId;
  readonly id: string;
  facts(): Promise<SessionFacts>;
  /** Its transcript in parts that fit in memory, in order. */
  parts(): AsyncIterable<Transcript>;
  /** Records that were read for the parts so far. */
  readonly records: number;
  /** The session of a sub-agent by its id; `undefined` when it is not there. */
  subagent(id: string): SessionSource | undefined;
}

/** Where text goes, piece by piece. */
export type Write = (text: string) => Promise<void>;

export type WriteOutcome = 'written' | 'empty';
