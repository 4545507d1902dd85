import { asArray, asNumber, asObject, asString, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import { attachmentsOf, attachmentsOfTool } from './attachments';
import { type Draft, draftOf } from './draft';
import { answeredBy, completedAt, isKnownPart, isKnownRole, isSummary, type NativeMessage, type NativePart, partType, promptText, visibleText } from './message';
import { otherEvents } from './otherEvents';
import { toolCall } from './tools';

/** What a reader sees of one message, in order. Nothing of a message that only the model is meant to read. */
export function eventsOf(message: NativeMessage): Draft[] {
  // Without its message, whose words a part holds can't be told.
  if (message.data === undefined) return message.parts.flatMap((part) => rawPart(part, message));
  if (!isKnownRole(message)) return [raw(message.id, { ...message.data, parts: message.parts.map((part) => part.data ?? null) }, message)];
  if (message.role === 'user') return [...prompt(message), ...message.parts.filter(isNoPrompt).flatMap((part) => partEvent(part, message))];
  if (message.role === 'assistant') return [...message.parts.flatMap((part) => partEvent(part, message)), ...failure(message)];
  return otherEvents(message);
}

function isNoPrompt(part: NativePart): boolean {
  return !['text', 'file', 'agent', 'subtask'].includes(partType(part));
}

function prompt(message: NativeMessage): Draft[] {
  const text = promptText(message);
  const attachments = attachmentsOf(message.parts);
  if (text === '' && attachments.length === 0) return [];
  return [{ ...draftOf(message), type: 'user_message', text, ...(attachments.length > 0 && { attachments }) }];
}

/** How an answer failed, if it did. A person's interruption is recorded the same way. */
function failure(message: NativeMessage): Draft[] {
  const error = asObject(message.data?.['error']);
  const name = asString(error?.['name']);
  if (error === undefined || name === undefined) return [];
  const text = asString(asObject(error['data'])?.['message']) || name;
  const severity = /abort/i.test(name) ? 'warning' : 'error';
  return [{ ...draftOf(message), id: `${message.id}/error`, at: endOf(message), type: 'notice', text, severity }];
}

function partEvent(part: NativePart, message: NativeMessage): Draft[] {
  const { data } = part;
  if (data === undefined) return [];
  if (!isKnownPart(part)) return rawPart(part, message);
  const here = { ...draftOf(message), id: part.id, source: part.source, at: startOf(data) ?? toIso(message.created) };
  const said = { ...here, author: answeredBy(message), ...(message.role === 'assistant' && { response: message.id }) };
  switch (partType(part)) {
    case 'text': {
      const text = visibleText(part);
      return text === '' ? [] : [{ ...said, type: isSummary(message) ? 'compaction' : 'agent_message', text }];
    }
    case 'reasoning': {
      const text = asString(data['text']) ?? '';
      return text === '' ? [] : [{ ...said, type: 'thought', text }];
    }
    case 'tool': {
      const attachments = attachmentsOfTool(data);
      return [{ ...said, type: 'tool_call', text: '', tool: toolCall(data), ...(attachments.length > 0 && { attachments }) }];
    }
    case 'file':
      return [{ ...said, type: 'agent_message', text: '', attachments: attachmentsOf([part]) }];
    case 'patch':
      return [{ ...here, at: endOf(message), type: 'notice', text: `Changed: ${strings(data['files']).join(', ')}`, severity: 'info' }];
    case 'compaction':
      return [{ ...here, type: 'compaction', text: '' }];
    case 'retry':
      return [{ ...here, type: 'notice', text: retryText(data), severity: 'warning' }];
    default:
      return [];
  }
}

/** When an answer ended, for what is recorded of it at its end and has no time of its own. */
function endOf(message: NativeMessage): string | null {
  return toIso(completedAt(message) ?? message.created);
}

function startOf(data: JsonObject): string | null {
  const time = asObject(data['time']) ?? asObject(asObject(data['state'])?.['time']);
  return toIso(asNumber(time?.['start']) ?? asNumber(time?.['created']));
}

function strings(value: JsonObject[string]): string[] {
  return asArray(value).flatMap((item) => asString(item) ?? []);
}

/** Without the number of the attempt, so that equal ones count as one notice. */
function retryText(data: JsonObject): string {
  const error = asObject(data['error']);
  const message = asString(asObject(error?.['data'])?.['message']) ?? asString(error?.['message']) ?? asString(error?.['name']);
  return message === undefined ? 'Tried again' : `Tried again: ${message}`;
}

function rawPart(part: NativePart, message: NativeMessage): Draft[] {
  return part.data === undefined ? [] : [raw(part.id, part.data, { ...message, source: part.source })];
}

function raw(id: string, record: JsonObject, message: NativeMessage): Draft {
  return { ...draftOf(message), id, type: 'unknown', text: JSON.stringify(record) };
}
