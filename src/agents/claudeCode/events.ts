import { asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { SourcePosition, ToolStatus, TranscriptEvent } from '../../shared/transcriptEvent';
import { localCommand, printed, tagged, userContent } from './prompts';
import { blocksOf } from './schema';
import { type ToolAnswer, toolAnswer, toolKind } from './tools';
import type { Node } from './tree';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** An event that later records may still complete, and the record that it came from. */
export interface Draft {
  /** `undefined` for a record that is not of the tree. */
  readonly uuid: string | undefined;
  readonly event: Writable<Omit<TranscriptEvent, 'tool'>> & { tool?: Writable<NonNullable<TranscriptEvent['tool']>> };
}

export interface SavedOutput {
  readonly draft: Draft;
  readonly path: string;
}

/** A record on its way to events. */
interface Origin {
  readonly node: Node;
  readonly source: SourcePosition;
}

/** Makes events of records, in file order: what a rewind left behind stays before what replaced it. */
export class Events {
  readonly drafts: Draft[] = [];
  /** Calls whose output was too long for the transcript. */
  readonly saved: SavedOutput[] = [];
  private readonly ids = new Set<string>();
  private readonly calls = new Map<string, Draft>();
  private lastPrompt: Draft | undefined;
  private openCompaction: Draft | undefined;

  /** `subagent` answers the id of the transcript of an agent's number, if there is one. */
  constructor(private readonly subagent: (agent: string, node: Node) => string | undefined) {}

  /** Takes in a record of the tree; `false` when it has no message of the right shape. */
  add(type: string, json: JsonObject, node: Node, source: SourcePosition): boolean {
    const origin = { node, source };
    switch (type) {
      case 'user':
        return this.addUser(json, origin);
      case 'assistant':
        return this.addAssistant(json, origin);
      case 'system':
        this.addSystem(json, origin);
        return true;
      case 'attachment':
        this.addAttachment(asObject(json['attachment']), origin);
        return true;
      default:
        return true;
    }
  }

  /** Keeps a record of a type that nobody here knows, as it is. */
  addUnknown(text: string, at: string | null, uuid: string | undefined, source: SourcePosition): void {
    this.push(uuid, uuid ?? `line:${source.line}`, { type: 'unknown', at, author: null, text, source });
  }

  /** Calls without a recorded outcome get their last status. */
  finish(isRunning: boolean): void {
    for (const { event } of this.calls.values()) {
      if (event.tool?.status === 'in_progress' || event.tool?.output === null) event.tool.status = isRunning ? 'in_progress' : 'pending';
    }
  }

  private addUser(json: JsonObject, origin: Origin): boolean {
    const content = userContent(json);
    switch (content?.kind) {
      case undefined:
        return false;
      case 'prompt':
        this.addPrompt(content.text, content.images, origin);
        return true;
      case 'command':
        this.notice(content.text, 'info', origin);
        return true;
      case 'output':
        this.notice(content.text, content.failed ? 'warning' : 'info', origin);
        return true;
      case 'interruption':
        this.notice(content.text, 'warning', origin);
        return true;
      case 'notification':
        this.addNotification(content.text, origin);
        return true;
      case 'compact_summary':
        this.addSummary(content.text, origin);
        return true;
      case 'tool_results':
        for (const block of blocksOf(json) ?? []) if (block['type'] === 'tool_result') this.addAnswer(block, json['toolUseResult'], origin);
        return true;
      case 'injected':
        return true;
    }
  }

  private addPrompt(text: string, images: readonly string[], origin: Origin): void {
    this.lastPrompt = this.pushOf(origin, { type: 'user_message', author: null, text });
    if (images.length > 0) this.lastPrompt.event.attachments = images;
  }

  private addAssistant(json: JsonObject, origin: Origin): boolean {
    const blocks = blocksOf(json);
    if (blocks === undefined) return false;
    if (origin.node.reply === undefined) {
      this.addOwnWords(json, blocks, origin);
      return true;
    }
    const author = origin.node.reply.model || null;
    blocks.forEach((block, index) => this.addBlock(block, author, blocks.length === 1 ? undefined : index, origin));
    return true;
  }

  /** What the CLI says in the model's place. */
  private addOwnWords(json: JsonObject, blocks: readonly JsonObject[], origin: Origin): void {
    const text = blocks.map((block) => asString(block['text']) ?? '').join('\n');
    if (json['isApiErrorMessage'] === true) this.notice(text, 'error', origin);
    // A resume closes an unanswered turn with it.
    else if (text !== 'No response requested.') this.notice(text, 'info', origin);
  }

  private addBlock(block: JsonObject, author: string | null, index: number | undefined, origin: Origin): void {
    const type = asString(block['type']) ?? '';
    if (type === 'text') this.pushText('agent_message', asString(block['text']), author, index, origin);
    else if (type === 'thinking') this.pushText('thought', asString(block['thinking']), author, index, origin);
    else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') this.addCall(block, author, index, origin);
    else if (type.endsWith('_tool_result')) this.addAnswer(block, undefined, origin);
    else if (type !== 'redacted_thinking') this.pushOf(origin, { type: 'unknown', author, text: JSON.stringify(block) }, index);
  }

  private pushText(type: 'agent_message' | 'thought', text: string | undefined, author: string | null, index: number | undefined, origin: Origin): void {
    if (text !== undefined && text.trim() !== '') this.pushOf(origin, { type, author, text }, index);
  }

  private addCall(block: JsonObject, author: string | null, index: number | undefined, origin: Origin): void {
    const name = asString(block['name']) ?? '';
    const input = asObject(block['input']) ?? asString(block['input']) ?? {};
    const draft = this.pushOf(origin, { type: 'tool_call', author, text: '' }, index);
    const id = asString(block['id']);
    draft.event.tool = { name, ...(id !== undefined && { callId: id }), kind: toolKind(name), status: 'pending', input, output: null };
    if (id !== undefined) this.calls.set(id, draft);
  }

  private addAnswer(block: JsonObject, detail: Json | undefined, origin: Origin): void {
    const id = asString(block['tool_use_id']) ?? '';
    const answer = toolAnswer(block, detail);
    const draft = this.calls.get(id) ?? this.callOfLostRecord(id, origin);
    const { event } = draft;
    if (event.tool === undefined) return;
    event.tool.output = answer.text;
    event.tool.status = answer.failed ? 'failed' : answer.isLaunch ? 'in_progress' : 'completed';
    if (answer.images.length > 0) event.attachments = answer.images;
    this.addOrigins(draft, answer, origin.node);
  }

  private addOrigins(draft: Draft, answer: ToolAnswer, node: Node): void {
    const subagent = answer.agent === undefined ? undefined : this.subagent(answer.agent, node);
    if (subagent !== undefined && draft.event.tool !== undefined) draft.event.tool.subagentId = subagent;
    if (answer.savedAs !== undefined) this.saved.push({ draft, path: answer.savedAs });
  }

  /** The record of the call was broken, oversized, or left out by a fork: its answer is shown all the same. */
  private callOfLostRecord(id: string, origin: Origin): Draft {
    const draft = this.pushOf(origin, { type: 'tool_call', author: null, text: '' });
    draft.event.tool = { name: '', callId: id, kind: 'other', status: 'pending', input: {}, output: null };
    this.calls.set(id, draft);
    return draft;
  }

  /** A background task's end completes the call that started it. */
  private addNotification(text: string, origin: Origin): void {
    const tool = this.calls.get(tagged(text, 'tool-use-id') ?? '')?.event.tool;
    const status: ToolStatus = ['failed', 'killed', 'stopped'].includes(tagged(text, 'status') ?? '') ? 'failed' : 'completed';
    if (tool?.status === 'in_progress') tool.status = status;
    this.notice(tagged(text, 'summary') ?? text, 'info', origin);
  }

  private addSystem(json: JsonObject, origin: Origin): void {
    const subtype = asString(json['subtype']) ?? '';
    const content = asString(json['content']) ?? '';
    if (subtype === 'compact_boundary') this.openCompaction = this.pushOf(origin, { type: 'compaction', author: null, text: content });
    else if (subtype === 'api_error') this.notice(errorText(json) ?? content, 'warning', origin);
    // What a person who was away finds when they come back (2.1).
    else if (subtype === 'away_summary') this.notice(`Recap: ${content}`, 'info', origin);
    else if (subtype === 'local_command') this.notice(localCommand(json) ?? printed(content), 'info', origin);
    else if (!quietSubtypes.has(subtype)) this.notice(content, severityOf(json['level']), origin);
  }

  /** The summary that follows a compaction is its text. */
  private addSummary(text: string, origin: Origin): void {
    if (this.openCompaction === undefined) this.pushOf(origin, { type: 'compaction', author: null, text });
    else this.openCompaction.event.text = text;
    this.openCompaction = undefined;
  }

  private addAttachment(attachment: JsonObject | undefined, origin: Origin): void {
    const type = asString(attachment?.['type']) ?? '';
    if (type === 'queued_command') this.addQueued(attachment?.['prompt'], origin);
    if (!mentionTypes.has(type) || this.lastPrompt === undefined) return;
    const name = asString(attachment?.['displayPath']) ?? asString(attachment?.['filename']) ?? asString(attachment?.['path']);
    const { event } = this.lastPrompt;
    if (name !== undefined) event.attachments = [...(event.attachments ?? []), name];
  }

  /** What a person typed while the agent worked, and what it took in before its turn ended. */
  private addQueued(prompt: Json | undefined, origin: Origin): void {
    const content = userContent({ message: { content: prompt ?? null } });
    if (content?.kind === 'prompt') this.addPrompt(content.text, content.images, origin);
    if (content?.kind === 'notification') this.addNotification(content.text, origin);
  }

  private notice(text: string, severity: 'info' | 'warning' | 'error', origin: Origin): void {
    if (text.trim() !== '') this.pushOf(origin, { type: 'notice', author: null, text, severity });
  }

  private pushOf({ node, source }: Origin, event: Pick<TranscriptEvent, 'type' | 'author' | 'text' | 'severity'>, index?: number): Draft {
    const { uuid, at, reply } = node;
    return this.push(uuid, index === undefined ? uuid : `${uuid}:${index}`, { at, source, ...event, ...(reply && { response: reply.key }) });
  }

  private push(uuid: string | undefined, id: string, event: Omit<TranscriptEvent, 'id' | 'on_active_branch'>): Draft {
    const unique = this.ids.has(id) ? `${id}@${event.source.line}.${this.drafts.length}` : id;
    this.ids.add(unique);
    const draft: Draft = { uuid, event: { id: unique, on_active_branch: true, ...event } };
    this.drafts.push(draft);
    return draft;
  }
}

/** Records of the CLI about itself: how long a turn took, what hooks ran. */
const quietSubtypes: ReadonlySet<string> = new Set(['turn_duration', 'stop_hook_summary', 'microcompact_boundary']);
/** Attachments that a person made; the others are context that the CLI adds. */
const mentionTypes: ReadonlySet<string> = new Set(['file', 'directory', 'already_read_file', 'pdf_reference', 'selected_lines_in_ide']);

function errorText(json: JsonObject): string | undefined {
  const error = asObject(json['error']);
  return asString(error?.['formatted']) ?? asString(error?.['message']);
}

function severityOf(level: Json | undefined): 'info' | 'warning' | 'error' {
  return level === 'error' || level === 'warning' ? level : 'info';
}
