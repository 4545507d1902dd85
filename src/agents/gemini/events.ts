import { asObject, asString, type JsonObject } from '../../core/json';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { Message } from './schema';
import { answerText, thoughtsOf, userText } from './text';
import { partNames, unknownParts } from './parts';
import { callsOf } from './tools';

/** An event without what only its place tells. `unknownType` is set where the reader does not know the record. */
export type ShownEvent = Omit<TranscriptEvent, 'on_active_branch' | 'source'> & { readonly unknownType?: string };

const severities = { info: 'info', warning: 'warning', error: 'error' } as const;

/** What one message shows: nothing for context, tool results and empty notes. */
export function messageEvents(message: Message, responses: ReadonlyMap<string, JsonObject>): ShownEvent[] {
  switch (message.type) {
    case 'user':
      return [...userEvents(message), ...unknownPartEvents(message)];
    case 'gemini':
      return [...answerEvents(message, responses), ...unknownPartEvents(message)];
    case 'info':
    case 'warning':
    case 'error': {
      const text = answerText(message);
      return text === '' ? [] : [{ ...base(message), type: 'notice', text, severity: severities[message.type] }];
    }
    default:
      return [{ ...base(message), type: 'unknown', text: JSON.stringify(message.raw), unknownType: message.type }];
  }
}

function userEvents(message: Message): ShownEvent[] {
  const attachments = attachmentsOf(message.content);
  const content = userText(message);
  switch (content.kind) {
    case 'prompt':
      return [{ ...base(message), type: 'user_message', text: content.text, ...attachments }];
    case 'summary':
      return [{ ...base(message), type: 'compaction', text: content.text }];
    case 'system':
      return [{ ...base(message), type: 'notice', text: content.text, severity: 'warning' }];
    case 'nothing':
      return attachments === undefined ? [] : [{ ...base(message), type: 'user_message', text: '', ...attachments }];
  }
}

function answerEvents(message: Message, responses: ReadonlyMap<string, JsonObject>): ShownEvent[] {
  const { id, model: author } = message;
  const made = { author, response: id };
  const thoughts = thoughtsOf(message).map(({ text, at }, index): ShownEvent => ({ id: `${id}:thought:${index}`, type: 'thought', at, ...made, text }));
  const text = answerText(message);
  const attachments = attachmentsOf(message.content);
  const said: ShownEvent[] = text === '' && attachments === undefined ? [] : [{ ...base(message), type: 'agent_message', ...made, text, ...attachments }];
  const calls = callsOf(message, responses).map(({ at, tool }, index): ShownEvent => ({ id: `${id}:tool:${index}`, type: 'tool_call', at, ...made, text: '', tool }));
  return [...thoughts, ...said, ...calls];
}

function unknownPartEvents(message: Message): ShownEvent[] {
  const parts = unknownParts(message);
  return partNames(parts).map((unknownType, index) => ({
    ...base(message), id: `${message.id}:part:${index}`, type: 'unknown', text: JSON.stringify(parts[index]), unknownType,
  }));
}

function base({ id, at }: Message): { id: string; at: string | null; author: null } {
  return { id, at, author: null };
}

/** Images by their type, files by their address; `undefined` when there are none. */
function attachmentsOf(parts: readonly JsonObject[]): { readonly attachments: readonly string[] } | undefined {
  const attachments = parts.flatMap((part) => {
    const data = asObject(part['inlineData']);
    const file = asObject(part['fileData']);
    if (data !== undefined) return asString(data['mimeType']) ?? 'data';
    return file === undefined ? [] : (asString(file['fileUri']) ?? asString(file['mimeType']) ?? 'file');
  });
  return attachments.length === 0 ? undefined : { attachments };
}
