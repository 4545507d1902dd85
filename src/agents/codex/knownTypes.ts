import { recordTypes, type Peek } from './schema';

/*
 * What Codex writes into rollouts: everything seen in 0.105, 0.144 and 0.171, and what its sources (openai/codex,
 * codex-rs/protocol and codex-rs/rollout/src/policy.rs) name besides.
 */
const responses = new Set(
  ('message agent_message reasoning local_shell_call function_call function_call_output custom_tool_call custom_tool_call_output ' +
    'tool_search_call tool_search_output web_search_call image_generation_call additional_tools compaction ' +
    'context_compaction compaction_summary ghost_snapshot').split(' '),
);

const events = new Set(
  ('user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break token_count ' +
    'task_started turn_started task_complete turn_complete turn_aborted item_completed item_started ' +
    'thread_settings_applied thread_goal_updated thread_rolled_back thread_name_updated session_configured context_compacted ' +
    'entered_review_mode exited_review_mode undo_completed error warning stream_error deprecation_notice ' +
    'exec_command_end patch_apply_end mcp_tool_call_end web_search_end view_image_tool_call image_generation_end ' +
    'dynamic_tool_call_request dynamic_tool_call_response guardian_assessment guardian_warning plan_update turn_diff ' +
    'sub_agent_activity collab_agent_spawn_end collab_agent_interaction_end collab_waiting_end collab_close_end ' +
    'collab_resume_end model_reroute model_verification hook_completed').split(' '),
);

const items = new Set(
  ('UserMessage AgentMessage Reasoning Plan HookPrompt CommandExecution FileChange McpToolCall DynamicToolCall ' +
    'CollabAgentToolCall SubAgentActivity WebSearch ImageView ImageGeneration Sleep Extension ContextCompaction ' +
    'EnteredReviewMode ExitedReviewMode').split(' '),
);

/** The name under which to count a record that isn't known, or `null` for one that is. */
export function unknownType({ type, kind, item }: Peek): string | null {
  if (type === 'response_item') return responses.has(kind ?? '') ? null : `response_item/${kind ?? ''}`;
  if (type !== 'event_msg') return recordTypes.has(type) ? null : type;
  if (kind !== 'item_completed') return events.has(kind ?? '') ? null : `event_msg/${kind ?? ''}`;
  return items.has(item ?? '') ? null : `item_completed/${item ?? ''}`;
}

/** Counts unknown types by name. */
export class UnknownTypes {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  get value(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }
}
