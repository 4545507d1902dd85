import type { JsonObject } from '../core/json';

/** Tool kinds and statuses are those of the Agent Client Protocol, so a renderer never asks which agent it came from. */
export type ToolKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'other';
export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

export type EventType =
  | 'user_message'
  | 'agent_message'
  | 'thought'
  | 'tool_call'
  | 'notice'
  | 'compaction'
  | 'unknown';

/** Where an event was recorded: a path and its line (from 1), or a database and its row. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
}

export interface ToolCall {
  /** The agent's own name of the tool: `Bash`, `apply_patch`. */
  readonly name: string;
  /** The id by which the agent joins the call with its result; absent where it records none. Another call may have the same. */
  readonly callId?: string;
  readonly kind: ToolKind;
  readonly status: ToolStatus;
  /** The call's arguments as recorded; text where the agent records text. */
  readonly input: JsonObject | string;
  /** The result's text; `null` while none is recorded. */
  readonly output: string | null;
  /** The session that ran this call's work, where the call started a sub-agent: the id, without the agent. */
  readonly subagentId?: string;
  /** More of them, where one call started several. */
  readonly furtherSubagentIds?: readonly string[];
}

export interface TranscriptEvent {
  /** Stable while the source only grows: the agent's own record id where it has one. Unique in the transcript. */
  readonly id: string;
  readonly type: EventType;
  /** ISO 8601, UTC; `null` when not recorded. */
  readonly at: string | null;
  /** A model's name for what an agent wrote, else `null`. */
  readonly author: string | null;
  /**
   * Of an agent's messages, thoughts and calls: equal for those of one response of a model. Claude Code's message and request, Codex's
   * response (numbered where its id isn't recorded), the message of opencode and Gemini CLI, Copilot's record, Hermes' row; absent
   * where nothing recorded tells where a response ends.
   */
  readonly response?: string;
  /** Markdown for messages and thoughts, plain text for notices, the raw record (JSON) for `unknown`. */
  readonly text: string;
  readonly tool?: ToolCall;
  /** `false` for what a rewind left behind, what a compaction replaced where the agent drops it, and what a sub-agent did. */
  readonly on_active_branch: boolean;
  /** The id of its branch, where the conversation parts somewhere: see `Transcript.branches`. */
  readonly branch?: string;
  /** The work of a sub-agent that is recorded in the conversation that started it; on the branch of what it stands behind. */
  readonly ofSubagent?: true;
  readonly source: SourcePosition;
  /** What a notice reports, so that a renderer need not read its text. */
  readonly severity?: 'info' | 'warning' | 'error';
  /** Paths or data-less descriptions of attached images and files, for chips. */
  readonly attachments?: readonly string[];
}
