import type { Json } from '../../core/json';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { Omission, Transcript } from '../../transcript/model';
import { isNotice, promptOf, summaryText } from './content';
import type { Message, Seen } from './messages';
import { callRow } from './schema';
import { callOf, withResult } from './tools';
import { isoOf } from './time';

/** The events of a conversation's messages. `author` is the model, where only one answered. */
export function eventsOf(seen: readonly Seen[], author: string | null): Transcript {
  const builder = new Builder(author);
  for (const one of seen) builder.add(one);
  const { events, omissions, unknownTypes } = builder;
  return { events, omissions, unknownTypes: Object.fromEntries(unknownTypes) };
}

class Builder {
  readonly events: TranscriptEvent[] = [];
  readonly unknownTypes = new Map<string, number>();
  readonly omissions: Omission[] = [];
  /** Calls without a result, by their id: place in `events`. Ids come from the model's server, and may come again. */
  private readonly open = new Map<string, number>();

  constructor(private readonly author: string | null) {}

  add({ message, sight }: Seen): void {
    if (sight === 'copy' || sight === 'hidden') return;
    this.disclose(message);
    if (sight === 'summary') this.push(message, { type: 'compaction', text: summaryText(message.said.text) });
    else if (message.role === 'user') this.addPrompt(message);
    else if (message.role === 'assistant') this.addAnswer(message);
    else if (message.role === 'tool') this.addResult(message);
    else if (message.role === 'system') this.push(message, { type: 'notice', text: message.said.text, severity: 'info' });
    else if (message.unknown !== undefined) this.pushUnknown(message, `role:${message.role}`, message.unknown);
    message.said.unknownParts.forEach((part, index) => this.pushUnknown(message, `part:${String(part['type'])}`, part, `part:${String(index)}`));
  }

  private disclose({ source, broken, oversized }: Message): void {
    for (let count = 0; count < broken; count++) this.omissions.push({ code: 'broken_record', source });
    if (oversized > 0) this.omissions.push({ code: 'oversized_record', source, bytes: oversized });
  }

  private addPrompt(message: Message): void {
    if (isNotice(message.said.text)) {
      this.push(message, { type: 'notice', text: message.said.text, severity: 'info' });
      return;
    }
    const { text, attachments } = promptOf(message.said);
    if (text.trim() === '' && attachments.length === 0) return;
    this.push(message, { type: 'user_message', text, ...(attachments.length > 0 && { attachments }) });
  }

  private addAnswer(message: Message): void {
    const { said, reasoning, toolCalls } = message;
    const made = { author: this.author, response: String(message.number) };
    if (reasoning !== '') this.push(message, { type: 'thought', text: reasoning, ...made }, 'thought');
    if (said.text.trim() !== '') this.push(message, { type: 'agent_message', text: said.text, ...made });
    toolCalls.forEach((value, index) => this.addCall(message, value, `call:${String(index)}`));
  }

  private addCall(message: Message, value: Json, part: string): void {
    const call = callRow(value);
    if (call === undefined) {
      this.pushUnknown(message, 'tool_call', value, part);
      return;
    }
    if (call.id !== undefined) this.open.set(call.id, this.events.length);
    this.push(message, { type: 'tool_call', text: '', tool: callOf(call), author: this.author, response: String(message.number) }, part);
  }

  private addResult(message: Message): void {
    const id = message.toolCallId ?? '';
    const place = this.open.get(id);
    const event = place === undefined ? undefined : this.events[place];
    if (place === undefined || event?.tool === undefined) {
      // Its call was not kept.
      const tool = withResult(callOf({ id, name: message.toolName ?? '', arguments: '' }), message.said.text);
      this.push(message, { type: 'tool_call', text: '', tool });
      return;
    }
    this.open.delete(id);
    this.events[place] = { ...event, tool: withResult(event.tool, message.said.text) };
  }

  private pushUnknown(message: Message, type: string, value: Json, part?: string): void {
    this.unknownTypes.set(type, (this.unknownTypes.get(type) ?? 0) + 1);
    this.push(message, { type: 'unknown', text: JSON.stringify(value) }, part);
  }

  private push(message: Message, event: Pick<TranscriptEvent, 'type' | 'text'> & Partial<TranscriptEvent>, part?: string): void {
    const id = String(message.number);
    this.events.push({
      id: part === undefined ? id : `${id}:${part}`,
      at: isoOf(message.at),
      author: null,
      on_active_branch: message.standing,
      source: message.source,
      ...event,
    });
  }
}
