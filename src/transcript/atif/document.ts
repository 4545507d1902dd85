import type { JsonObject } from '../../core/json';

/** The Agent Trajectory Interchange Format, as far as it is written here. */
export const atifVersion = 'ATIF-v1.7';

export interface AtifToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: JsonObject;
  readonly extra?: JsonObject;
}

export interface AtifResult {
  /** The id of a call of the same step; absent where the call is not recorded. */
  readonly source_call_id?: string;
  readonly content?: string;
  readonly subagent_trajectory_ref?: readonly { readonly trajectory_id: string }[];
  readonly extra?: JsonObject;
}

export interface AtifMetrics {
  /** The whole prompt, with its cached part. */
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens: number;
  readonly extra?: JsonObject;
}

/** A step but for its number. */
export interface AtifStep {
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly model_name?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly AtifToolCall[];
  readonly observation?: { readonly results: readonly AtifResult[] };
  readonly metrics?: AtifMetrics;
  /** What another session recorded: its metrics are no part of this one's totals. */
  readonly is_copied_context?: true;
  readonly llm_call_count?: number;
  readonly extra?: JsonObject;
}
