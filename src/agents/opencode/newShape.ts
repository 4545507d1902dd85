import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { SourcePosition } from '../../shared/transcriptEvent';
import type { NativeMessage, NativePart } from './message';

/** A row of `session_message`, written by the `/api/session` routes of 1.18 and, as reported, by opencode 2. */
export interface NewRecord {
  readonly id: string;
  readonly type: string;
  readonly created: number | null;
  readonly source: SourcePosition;
  readonly data: JsonObject | undefined;
  readonly bytes?: number;
}

/** The record as an older version would have written it. Its parts have no rows of their own and take the record's. */
export function newMessage({ type, ...record }: NewRecord): NativeMessage {
  const { id, data, created, source } = record;
  const parts = type === 'user' ? promptParts(data) : type === 'assistant' ? asArray(data?.['content']).map(contentPart) : [];
  return {
    ...record,
    data: type === 'assistant' && data !== undefined ? answer(data) : data,
    role: type,
    // Not the row's time first: a copied row keeps its data, and what else of it is not known.
    created: asNumber(asObject(data?.['time'])?.['created']) ?? created,
    parts: parts.map((part, index): NativePart => ({ id: `${id}/${String(index)}`, data: part, source })),
    isNewShape: true,
  };
}

function promptParts(data: JsonObject | undefined): JsonObject[] {
  const text = asString(data?.['text']);
  return [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...asArray(data?.['files']).map((file): JsonObject => {
      const { name, mime, uri, source } = asObject(file) ?? {};
      return { type: 'file', filename: name, mime, url: uri ?? asObject(source)?.['uri'] };
    }),
    ...asArray(data?.['agents']).map((agent): JsonObject => ({ type: 'agent', name: asObject(agent)?.['name'] })),
  ];
}

function answer(data: JsonObject): JsonObject {
  const model = asObject(data['model']);
  const error = asObject(data['error']);
  return {
    ...data,
    role: 'assistant',
    providerID: model?.['providerID'],
    modelID: model?.['id'],
    ...(error && { error: { name: error['type'], data: { message: error['message'] } } }),
  };
}

/** `undefined` for content that is no object: a broken part. */
function contentPart(content: Json): JsonObject | undefined {
  const part = asObject(content);
  if (part?.['type'] !== 'tool') return part;
  const state = asObject(part['state']) ?? {};
  const time = asObject(part['time']);
  return {
    type: 'tool',
    tool: part['name'],
    callID: part['id'],
    state: {
      ...state,
      output: resultText(state),
      error: asString(asObject(state['error'])?.['message']) ?? state['error'],
      metadata: state['structured'],
      time: { start: asNumber(time?.['ran']) ?? time?.['created'] },
    },
  };
}

/** The result as the model got it; where only the structured one is recorded, the text in that. */
function resultText(state: JsonObject): string | undefined {
  const texts = asArray(state['content']).flatMap((item) => asString(asObject(item)?.['text']) ?? []);
  if (texts.length > 0) return texts.join('\n');
  const structured = asObject(state['structured']);
  if (structured === undefined) return undefined;
  return asString(structured['output']) ?? asString(structured['content']) ?? JSON.stringify(structured);
}
