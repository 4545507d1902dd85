import { asArray, asObject, asString, type JsonObject } from '../../core/json';
import type { SourcePosition, ToolCall, TranscriptEvent } from '../../shared/transcriptEvent';
import { type EventRecord, isKnown, promptOf } from './schema';
import { subagentId } from './subagents';
import { inputOf, kindOf, outputOf } from './tools';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Writable<Omit<TranscriptEvent, 'tool'>> & { tool?: Writable<ToolCall> };
type Content = Pick<TranscriptEvent, 'type' | 'text'> & Partial<Pick<TranscriptEvent, 'author' | 'response' | 'severity' | 'attachments'>>;

interface Call extends Pick<TranscriptEvent, 'author' | 'response'> {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: JsonObject | string;
}

/** Makes events of records, in file order. The work of sub-agents, recorded between, is not of the conversation. */
export class Events {
  readonly drafts: Draft[] = [];
  readonly unknown = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly ids = new Set<string>();
  /** The last call of each id, which later records complete. */
  private readonly calls = new Map<string, Draft & { tool: Writable<ToolCall> }>();
  private source: SourcePosition = { file: '', line: 0 };

  /** With `agent`, only what this sub-agent of `session` did: its conversation. */
  constructor(private readonly session: string, private readonly agent: string | undefined) {}

  /** Takes in a record; one whose id was there before is a repetition. */
  add(record: EventRecord, source: SourcePosition): void {
    const { id, type } = record;
    if ((this.agent !== undefined && record.agentId !== this.agent) || (id !== undefined && this.seen.has(id))) return;
    if (id !== undefined) this.seen.add(id);
    this.source = source;
    if (isKnown(type)) return this.addKnown(record);
    this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1);
    this.push(record, '', { type: 'unknown', text: JSON.stringify(record.raw) });
  }

  private addKnown(record: EventRecord): void {
    const { type, data } = record;
    switch (type) {
      case 'user.message':
        return this.addUser(record);
      case 'assistant.message':
        return this.addAnswer(record);
      case 'tool.execution_start':
      case 'tool.user_requested':
        return this.addStart(record);
      case 'tool.execution_complete':
        return this.addOutcome(record);
      case 'permission.completed':
        return this.addPermission(data);
      case 'subagent.started':
        return this.addSubagent(record);
      case 'abort':
        return this.notice(record, `Aborted (${asString(data['reason']) ?? 'no reason recorded'})`, 'warning');
      case 'session.error':
        return this.notice(record, asString(data['message']) ?? '', 'error');
      case 'session.info':
        return this.notice(record, asString(data['message']) ?? '', 'info');
      case 'session.task_complete':
        return this.notice(record, asString(data['summary']) ?? '', 'info');
      case 'session.compaction_complete':
        return this.addCompaction(record);
    }
  }

  private addUser(record: EventRecord): void {
    const { data, isOfSubagent } = record;
    const prompt = promptOf(record);
    const text = prompt ?? asString(data['content']) ?? '';
    const attachments = asArray(data['attachments']).flatMap((item) => attachmentOf(asObject(item)));
    if (prompt !== undefined || isOfSubagent) this.push(record, '', { type: 'user_message', text, ...(attachments.length > 0 && { attachments }) });
    else if (text.trim() !== '') this.notice(record, text, 'info');
  }

  private addAnswer(record: EventRecord): void {
    const { data } = record;
    const made = { author: asString(data['model']) ?? null, ...(record.id !== undefined && { response: record.id }) };
    const thought = asString(data['reasoningText']) ?? '';
    const text = asString(data['content']) ?? '';
    if (thought.trim() !== '') this.push(record, ':thought', { type: 'thought', ...made, text: thought });
    if (text.trim() !== '') this.push(record, '', { type: 'agent_message', ...made, text });
    for (const [index, item] of asArray(data['toolRequests']).entries()) {
      const { toolCallId, name, arguments: input } = asObject(item) ?? {};
      this.addCall(record, `:tool:${index}`, { id: asString(toolCallId), name: asString(name) ?? '', input: inputOf(input), ...made });
    }
  }

  private addCall(record: EventRecord, suffix: string, call: Call): Writable<ToolCall> {
    const { id, author, response } = call;
    const tool: Writable<ToolCall> = { name: call.name, ...(id !== undefined && { callId: id }), kind: kindOf(call.name), status: 'pending', input: call.input, output: null };
    const draft = Object.assign(this.push(record, suffix, { type: 'tool_call', author, text: '', ...(response !== undefined && { response }) }), { tool });
    if (id !== undefined) this.calls.set(id, draft);
    return tool;
  }

  /** Most calls were requested by an answer before; those of the person's own (`!command`) were not. */
  private addStart(record: EventRecord): void {
    const { data } = record;
    const id = asString(data['toolCallId']);
    const known = id === undefined ? undefined : this.calls.get(id);
    const isOpen = known?.tool.status === 'pending';
    const name = asString(data['toolName']) ?? '';
    const tool = isOpen ? known.tool : this.addCall(record, '', { id, name, input: inputOf(data['arguments']), author: asString(data['model']) ?? null });
    tool.status = 'in_progress';
  }

  private addOutcome(record: EventRecord): void {
    const { data } = record;
    const id = asString(data['toolCallId']);
    const known = id === undefined ? undefined : this.calls.get(id)?.tool;
    const tool = known ?? this.addCall(record, '', { id, name: asString(data['toolName']) ?? '', input: {}, author: null });
    tool.status = data['success'] === false ? 'failed' : 'completed';
    tool.output = outputOf(data);
  }

  /** A call that was not allowed may get no outcome of its own. */
  private addPermission(data: JsonObject): void {
    const call = this.calls.get(asString(data['toolCallId']) ?? '');
    const { kind, reason } = asObject(data['result']) ?? {};
    if (call === undefined || call.tool.output !== null || kind === undefined || asString(kind)?.startsWith('approved') === true) return;
    call.tool.status = 'failed';
    call.tool.output = asString(reason) ?? asString(kind) ?? '';
  }

  private addSubagent({ data, agentId }: EventRecord): void {
    const call = this.calls.get(asString(data['toolCallId']) ?? '');
    if (call !== undefined && agentId !== undefined) Object.assign(call.tool, { subagentId: subagentId(this.session, agentId) });
  }

  private addCompaction(record: EventRecord): void {
    const { data } = record;
    const text = asString(data['summaryContent']) ?? '';
    if (data['success'] === false) this.notice(record, asString(data['error']) ?? 'Compaction failed', 'warning');
    else this.push(record, '', { type: 'compaction', text });
  }

  private notice(record: EventRecord, text: string, severity: 'info' | 'warning' | 'error'): void {
    if (text.trim() !== '') this.push(record, '', { type: 'notice', text, severity });
  }

  private push(record: EventRecord, suffix: string, content: Content): Draft {
    const { id = `line:${this.source.line}`, at, isOfSubagent } = record;
    let unique = id + suffix;
    while (this.ids.has(unique)) unique += '~';
    this.ids.add(unique);
    const draft: Draft = { author: null, ...content, id: unique, at, on_active_branch: !isOfSubagent || this.agent !== undefined, ...(isOfSubagent && this.agent === undefined && { ofSubagent: true }), source: this.source };
    this.drafts.push(draft);
    return draft;
  }

  /** A call without an outcome goes on only while a process has the session open. */
  finish(isRunning: boolean): readonly TranscriptEvent[] {
    for (const { tool } of this.calls.values()) if (tool.status === 'in_progress' && !isRunning) tool.status = 'pending';
    return this.drafts;
  }
}

function attachmentOf(item: JsonObject | undefined): string | [] {
  return asString(item?.['displayName']) ?? asString(item?.['path']) ?? asString(item?.['type']) ?? [];
}
