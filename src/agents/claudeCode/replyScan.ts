import { parseObject, asObject } from '../../core/json';
import { ObjectScan } from '../../core/objectScan';
import type { Usage } from '../../transcript/model';
import { usageOf } from './usage';

/** What one record tells of a request, or `prompt` for a record of a person. */
export interface RecordedReply {
  readonly messageId: string;
  readonly requestId: string | undefined;
  readonly uuid: string;
  readonly model: string | null;
  readonly at: number | undefined;
  /** `undefined` when the reply records none. */
  readonly usage: Usage | undefined;
  readonly isSidechain: boolean;
  readonly isBackground: boolean;
  /** The session that the record says it was copied from. */
  readonly origin: string | undefined;
}

interface Message {
  readonly id: string | undefined;
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
}

/** Reads of one line what counts; `undefined` when nothing does. Fields are passed over by their bytes alone. */
export function readReply(bytes: Buffer, start: number, end: number): RecordedReply | 'prompt' | undefined {
  const record = new ObjectScan(bytes, start, end);
  let message: Message | undefined;
  let type: 'assistant' | 'user' | undefined;
  let [uuid, requestId, forkedFrom, requestSession]: (string | undefined)[] = [];
  let at: number | undefined;
  let [isSidechain, isBackground] = [false, false];
  while (record.next()) {
    if (record.isKey('type')) {
      type = record.isText('assistant') ? 'assistant' : record.isText('user') ? 'user' : undefined;
      if (type === undefined) return undefined;
    } else if (record.isKey('message')) {
      if (!record.isObject) return undefined;
      const inner = record.inside();
      if (type === 'user') return promptIn(inner);
      const read = readMessage(inner);
      if (read === 'user') {
        // The role says it before the type does.
        return type === undefined ? promptIn(record.inside()) : undefined;
      }
      message = read;
      record.leave(inner);
    } else if (record.isKey('uuid')) uuid = textOf(record);
    else if (record.isKey('requestId')) requestId = textOf(record);
    else if (record.isKey('timestamp')) at = timeOf(record);
    else if (record.isKey('isSidechain')) isSidechain = bytes[record.valueStart] === 0x74;
    else if (record.isKey('isApiErrorMessage')) {
      if (bytes[record.valueStart] === 0x74) return undefined;
    } else if (record.isKey('sessionKind')) isBackground = record.isText('bg');
    else if (record.isKey('requestSessionId')) requestSession = textOf(record);
    else if (record.isKey('forkedFrom') && record.isObject) forkedFrom = originIn(record.inside());
  }
  if (!record.isWhole || type !== 'assistant' || uuid === undefined || message === undefined || message.model === '<synthetic>') return undefined;
  const { id = uuid, model = null, usage } = message;
  return { messageId: id, requestId, uuid, model, at, usage, isSidechain, isBackground, origin: forkedFrom ?? requestSession };
}

function readMessage(message: ObjectScan): Message | 'user' {
  let [id, model]: (string | undefined)[] = [];
  let usage: Usage | undefined;
  while (message.next()) {
    if (message.isKey('role') && message.isText('user')) return 'user';
    if (message.isKey('id')) id = textOf(message);
    else if (message.isKey('model')) model = textOf(message);
    else if (message.isKey('usage')) usage = usageIn(message);
  }
  return { id, model, usage };
}

/** A tool's result is a user record too. It stands first in the content. */
function promptIn(message: ObjectScan): 'prompt' | undefined {
  while (message.next()) {
    if (!message.isKey('content')) continue;
    if (!message.isList) return 'prompt';
    const block = message.firstElement();
    while (block.next()) {
      if (block.isKey('tool_use_id')) return undefined;
      if (block.isKey('type')) return block.isText('tool_result') ? undefined : 'prompt';
    }
  }
  return undefined;
}

function originIn(mark: ObjectScan): string | undefined {
  while (mark.next()) if (mark.isKey('sessionId')) return textOf(mark);
  return undefined;
}

function usageIn(member: ObjectScan): Usage | undefined {
  const json = member.isObject ? parseObject(slice(member)) : undefined;
  return json && usageOf(asObject(json));
}

function timeOf(member: ObjectScan): number | undefined {
  const time = Date.parse(textOf(member) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** A text, which is an id, a time or a name of a model: in ASCII. */
function textOf(member: ObjectScan): string | undefined {
  return member.bytes[member.valueStart] === 0x22 ? slice(member).slice(1, -1) : undefined;
}

function slice(member: ObjectScan): string {
  return (member.bytes as Buffer).toString('latin1', member.valueStart, member.valueEnd);
}
