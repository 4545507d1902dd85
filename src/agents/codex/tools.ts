import { asArray, asObject, asString, parseObject, type JsonObject } from '../../core/json';
import type { ToolCall, TranscriptEvent } from '../../shared/transcriptEvent';
import type { Call, CallOutput } from './toolCalls';
import type { ToolItem } from './toolItems';

/** An event that later records still complete. */
export type Draft = { -readonly [Field in keyof TranscriptEvent]: TranscriptEvent[Field] };

/** Joins calls with what came of them: outputs, Codex's own account of the work, and answers of sub-agents. */
export class Tools {
  private readonly calls = new Map<string, Draft>();
  private readonly open = new Set<Draft>();
  /** Those with Codex's own account, which is better than the output made for the model. */
  private readonly told = new Set<Draft>();
  /** The calls that started sub-agents, by their threads and paths. */
  private readonly agents = new Map<string, Draft>();

  /** The event of a call that was seen. */
  callOf(id: string | null): Draft | undefined {
    return id === null ? undefined : this.calls.get(id);
  }

  addCall(draft: Draft, { id, name, kind, input, isDone }: Call): void {
    draft.tool = { name, ...(id !== null && { callId: id }), kind, input, status: isDone ? 'completed' : 'in_progress', output: null };
    if (id !== null) this.calls.set(id, draft);
    if (!isDone) this.open.add(draft);
  }

  addOutput(draft: Draft, { id, text, status }: CallOutput): void {
    this.calls.set(id, draft);
    this.open.delete(draft);
    if (this.told.has(draft)) return;
    draft.tool = { ...(draft.tool ?? { ...unseen, callId: id }), status, output: text };
  }

  addItem(draft: Draft, { id, name, kind, input, status, output, subagent }: ToolItem): void {
    const call = draft.tool ?? { ...unseen, name, ...(id !== null && { callId: id }), input };
    draft.tool = { ...call, kind, status, output: output ?? call.output, ...(subagent === null ? {} : { subagentId: subagent.id }) };
    if (id !== null) this.calls.set(id, draft);
    if (output !== null) this.told.add(draft);
    if (status !== 'in_progress') this.open.delete(draft);
    for (const agent of subagent?.names ?? []) this.agents.set(agent, draft);
  }

  /** The answer of the sub-agent with this path or thread. Returns whether its call is known. */
  addAnswer(agent: string, text: string): boolean {
    const draft = this.agents.get(agent);
    if (draft?.tool === undefined) return false;
    draft.tool = { ...draft.tool, output: text };
    return true;
  }

  /** `<subagent_notification>`: how older agent tools report an end to the model. */
  addNotification(payload: JsonObject): void {
    const text = asArray(payload['content']).map((part) => asString(asObject(part)?.['text']) ?? '').join('');
    const note = parseObject(/<subagent_notification>([^]*)<\/subagent_notification>/.exec(text)?.[1] ?? '');
    const agent = asString(note?.['agent_path']) ?? '';
    for (const [state, answer] of Object.entries(asObject(note?.['status']) ?? {})) {
      if (typeof answer === 'string') this.addAnswer(agent, answer);
      if (state !== 'completed') this.fail(this.agents.get(agent));
    }
  }

  /** A call without a result gets none once its turn is over. */
  endTurn(): void {
    this.open.forEach((draft) => this.fail(draft));
    this.open.clear();
  }

  private fail(draft: Draft | undefined): void {
    if (draft?.tool !== undefined) draft.tool = { ...draft.tool, status: 'failed' };
  }
}

/** A call that wasn't recorded, or in a record that is broken. */
const unseen: ToolCall = { name: '', kind: 'other', status: 'in_progress', input: '', output: null };
