import { asCount, asObject, asString, type Json, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import type { Usage } from '../../transcript/model';

/** One record of an event log, as 1.0.22 to 1.0.102 write them. Unknown keys pass; a key of the wrong shape reads as absent. */
export interface EventRecord {
  readonly type: string;
  readonly id: string | undefined;
  readonly at: string | null;
  readonly data: JsonObject;
  /** Written by or for a sub-agent, whose work is in the same log. */
  readonly isOfSubagent: boolean;
  /** The sub-agent's id; 1.0.22 has none. */
  readonly agentId: string | undefined;
  readonly raw: JsonObject;
}

export function readRecord(raw: JsonObject): EventRecord {
  const data = asObject(raw['data']) ?? {};
  const agentId = asString(raw['agentId']);
  return {
    type: asString(raw['type']) ?? 'record',
    id: asString(raw['id']),
    at: toIso(asString(raw['timestamp'])),
    data,
    isOfSubagent: agentId !== undefined || asString(data['parentToolCallId']) !== undefined,
    agentId,
    raw,
  };
}

/** What the program notes for itself; `model.*` and assets hold whole requests and files. The transcript shows none of it. */
const meta = new Set(
  (
    'session.start session.resume session.shutdown session.model_change session.mode_changed session.mode_notice_delivered ' +
    'session.context_changed session.binary_asset session.usage_record session.usage_checkpoint session.compaction_start ' +
    'system.message system.notification hook.start hook.end permission.requested permission.completed assistant.turn_start ' +
    'assistant.turn_end skill.invoked human_response.recorded'
  ).split(' '),
);

export function isMeta(type: string): boolean {
  return meta.has(type) || type.startsWith('subagent.') || type.startsWith('model.');
}

/** Types whose records are events. */
const shown = new Set(
  (
    'user.message assistant.message tool.execution_start tool.execution_complete tool.user_requested abort session.error ' +
    'session.info session.compaction_complete session.task_complete'
  ).split(' '),
);

export function isKnown(type: string): boolean {
  return shown.has(type) || isMeta(type);
}

/**
 * What a person typed, or `undefined` for what a `user.message` holds otherwise: prompts to sub-agents, and texts that the
 * program sends, such as the empty ones by which autopilot goes on. `transformedContent` is for the model.
 */
export function promptOf({ type, data, isOfSubagent }: EventRecord): string | undefined {
  const content = asString(data['content']) ?? '';
  const isTyped = [undefined, '', 'user'].includes(asString(data['source'])) && data['isAutopilotContinuation'] !== true;
  return type === 'user.message' && !isOfSubagent && isTyped && content.trim() !== '' ? content : undefined;
}

/** The folder and branch that a record says the session goes on in. */
export function contextOf({ type, data }: EventRecord): JsonObject | undefined {
  if (type === 'session.context_changed') return data;
  return type === 'session.start' || type === 'session.resume' ? asObject(data['context']) : undefined;
}

/** Counts of model calls. `inputTokens` includes both cache counts, `outputTokens` the reasoning. */
export function usageOf(counts: JsonObject): Usage {
  const [read, write] = [asCount(counts['cacheReadTokens']), asCount(counts['cacheWriteTokens'])];
  return {
    input: Math.max(0, asCount(counts['inputTokens']) - read - write),
    output: asCount(counts['outputTokens']),
    cache_read: read,
    cache_write: write,
    reasoning: asCount(counts['reasoningTokens']),
  };
}

/** The totals of a `session.shutdown`, by model. */
export interface ModelTotals {
  readonly requests: number;
  readonly usage: Usage;
}

export function totalsOf(metrics: Json | undefined): ReadonlyMap<string, ModelTotals> {
  return new Map(
    Object.entries(asObject(metrics) ?? {}).map(([model, value]) => {
      const { requests, usage } = asObject(value) ?? {};
      return [model, { requests: asCount(asObject(requests)?.['count']), usage: usageOf(asObject(usage) ?? {}) }];
    }),
  );
}
