import { type JsonObject, parseObject } from '../../core/json';
import type { ToolCall, TranscriptEvent } from '../../shared/transcriptEvent';
import type { IsCopied, Usage } from '../model';
import type { AtifMetrics, AtifResult, AtifStep, AtifToolCall } from './document';
import { type Response, UsageTally } from './usageTally';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The step of a response that is still being put together. */
interface Open {
  readonly response: string | undefined;
  readonly usage: Usage | undefined;
  readonly author: string | null;
  readonly isCopied: boolean;
  at: string | null;
  /** How far it has come: responses think, then speak, then call. */
  rank: number;
  readonly thoughts: string[];
  readonly messages: string[];
  readonly attachments: string[];
  readonly calls: AtifToolCall[];
  readonly results: AtifResult[];
}

/** Steps that stand between two parts of one response, at most: what comes later is another step. */
const mostBetween = 200;
const ranks: Partial<Record<TranscriptEvent['type'], number>> = { thought: 0, agent_message: 1, tool_call: 2 };

/**
 * Makes steps of events: one for each response of a model, with the results of its calls. Where no agent recorded which events are of
 * one response, a thought or message after a call begins another. Nothing of branches that were left, and no records that are not
 * understood.
 */
export class AtifSteps {
  /** Sub-agents that calls started, in the order of the first calls that name them. */
  readonly subagents = new Set<string>();
  readonly usage = new UsageTally();
  private open: Open | undefined;
  private between: AtifStep[] = [];

  /** `embed` answers the trajectory id of a sub-agent that will be embedded; `undefined` where there is none. */
  constructor(private readonly embed: (subagent: string) => string | undefined, private readonly isCopied: IsCopied = () => false) {}

  /** Takes in the next event; answers the steps that are whole by it. `usage` is what its response used. */
  add(event: TranscriptEvent, usage: Usage | undefined): readonly AtifStep[] {
    const isCopied = this.isCopied(event);
    const response = { id: event.response, usage, isCopied };
    if (!event.on_active_branch) this.usage.leave(response);
    if (!event.on_active_branch || event.type === 'unknown') return [];
    const rank = ranks[event.type];
    if (rank === undefined) return this.addOther(marked(otherStep(event), isCopied));
    if (event.tool !== undefined && isLost(event.tool)) return this.addOther(marked(this.lostResult(event, event.tool), isCopied));
    const done = this.goesOn(event, rank, isCopied) ? [] : this.end();
    this.open ??= this.begun(event, rank, response);
    this.fill(this.open, event, rank);
    return done;
  }

  /** The steps that were still open. */
  end(): readonly AtifStep[] {
    const steps = [...(this.open === undefined ? [] : [stepOf(this.open)]), ...this.between];
    this.open = undefined;
    this.between = [];
    return steps;
  }

  private begun({ author }: TranscriptEvent, rank: number, response: Response): Open {
    const { id, isCopied } = response;
    return { response: id, usage: this.usage.tell(response), author, isCopied, at: null, rank, thoughts: [], messages: [], attachments: [], calls: [], results: [] };
  }

  private goesOn(event: TranscriptEvent, rank: number, isCopied: boolean): boolean {
    const { open } = this;
    if (open === undefined || open.response !== event.response || (event.response === undefined && open.isCopied !== isCopied)) return false;
    if (event.response !== undefined) return true;
    return open.author === event.author && (rank > open.rank || (rank === open.rank && rank !== ranks.agent_message));
  }

  private addOther(step: AtifStep): readonly AtifStep[] {
    if (this.open?.response === undefined) return [...this.end(), step];
    this.between.push(step);
    return this.between.length > mostBetween ? this.end() : [];
  }

  private fill(open: Open, event: TranscriptEvent, rank: number): void {
    const { type, text, tool, at, attachments = [] } = event;
    open.rank = rank;
    open.at ??= at;
    if (type === 'thought' && text !== '') open.thoughts.push(text);
    if (type === 'agent_message' && text !== '') open.messages.push(text);
    if (tool !== undefined) this.addCall(open, tool, event);
    else open.attachments.push(...attachments);
  }

  private addCall(open: Open, tool: ToolCall, { id, attachments }: TranscriptEvent): void {
    const callId = freeId(tool.callId || id, open.calls);
    open.calls.push({
      tool_call_id: callId,
      function_name: tool.name,
      arguments: argumentsOf(tool.input),
      extra: { kind: tool.kind, status: tool.status },
    });
    const result = this.resultOf(tool, attachments);
    if (result !== undefined) open.results.push({ source_call_id: callId, ...result });
  }

  private resultOf(tool: ToolCall, attachments: readonly string[] = []): AtifResult | undefined {
    const named = [...(tool.subagentId === undefined ? [] : [tool.subagentId]), ...(tool.furtherSubagentIds ?? [])];
    const refs: { trajectory_id: string }[] = [];
    const missing: string[] = [];
    for (const subagent of named) {
      const trajectory_id = this.embed(subagent);
      if (trajectory_id === undefined) missing.push(subagent);
      else refs.push({ trajectory_id });
      if (trajectory_id !== undefined) this.subagents.add(subagent);
    }
    if (tool.output === null && named.length === 0) return undefined;
    const extra: Writable<JsonObject> = {};
    if (tool.output !== null && tool.status === 'failed') extra['is_error'] = true;
    if (attachments.length > 0) extra['attachments'] = attachments;
    if (missing.length > 0) extra['subagents_not_embedded'] = missing;
    return {
      ...(tool.output !== null && { content: tool.output }),
      ...(refs.length > 0 && { subagent_trajectory_ref: refs }),
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  }

  private lostResult({ at, attachments }: TranscriptEvent, tool: ToolCall): AtifStep {
    const { extra, ...result } = this.resultOf(tool, attachments) ?? {};
    return {
      source: 'agent',
      message: '',
      ...(at !== null && { timestamp: at }),
      observation: { results: [{ ...result, extra: { ...extra, call_not_recorded: true, ...(tool.callId !== undefined && { call_id: tool.callId }) } }] },
      llm_call_count: 0,
    };
  }
}

/** The call's record was broken, too long, or left out by a fork: only its result is there. */
function isLost({ name }: ToolCall): boolean {
  return name === '';
}

/** Of a notice its message alone. */
function otherStep({ type, text, at, attachments = [] }: TranscriptEvent): AtifStep {
  const isUser = type === 'user_message';
  return {
    source: isUser ? 'user' : 'system',
    message: text === '' && type === 'compaction' ? 'The context was compacted.' : text,
    ...(at !== null && { timestamp: at }),
    ...(isUser && attachments.length > 0 && { extra: { attachments } }),
  };
}

function marked(step: AtifStep, isCopied: boolean): AtifStep {
  return isCopied ? { ...step, is_copied_context: true } : step;
}

function stepOf({ author, at, isCopied, thoughts, messages, attachments, calls, results, usage }: Open): AtifStep {
  const step: AtifStep = {
    source: 'agent',
    message: messages.join('\n\n'),
    ...(at !== null && { timestamp: at }),
    ...(author !== null && author !== '' && { model_name: author }),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('\n\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(results.length > 0 && { observation: { results } }),
    ...(usage !== undefined && { metrics: metricsOf(usage) }),
    ...(attachments.length > 0 && { extra: { attachments } }),
  };
  return marked(step, isCopied);
}

/** Caches count as a part of the prompt. */
export function metricsOf({ input, output, cache_read, cache_write, reasoning }: Usage): AtifMetrics {
  const extra = { ...(cache_write > 0 && { cache_write_tokens: cache_write }), ...(reasoning > 0 && { reasoning_tokens: reasoning }) };
  return {
    prompt_tokens: input + cache_read + cache_write,
    completion_tokens: output,
    cached_tokens: cache_read,
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function argumentsOf(input: JsonObject | string): JsonObject {
  return typeof input === 'string' ? (parseObject(input) ?? (input === '' ? {} : { input })) : input;
}

/** Some servers give every call the same id. */
function freeId(wanted: string, calls: readonly AtifToolCall[]): string {
  const taken = (id: string): boolean => calls.some((call) => call.tool_call_id === id);
  let id = wanted;
  for (let number = 2; taken(id); number++) id = `${wanted}#${String(number)}`;
  return id;
}
