import { asArray, asCount, asObject, asString, type Json, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';

/** One message of a session. A later record with the same id replaces it. */
export interface Message {
  readonly id: string;
  /** `user`, `gemini`, `info`, `warning`, `error`, or one this reader does not know. */
  readonly type: string;
  readonly at: string | null;
  readonly content: readonly JsonObject[];
  /** What the person typed, where `content` holds more: the text of mentioned files. */
  readonly displayContent: readonly JsonObject[];
  readonly thoughts: readonly Thought[];
  readonly toolCalls: readonly RecordedCall[];
  readonly tokens: Tokens | undefined;
  readonly model: string | null;
  readonly raw: JsonObject;
}

export interface Thought {
  readonly subject: string;
  readonly description: string;
  readonly at: string | null;
}

export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** `functionResponse` parts, after a rewrite those of all calls of the answer. */
  readonly result: readonly JsonObject[];
  readonly status: string;
  readonly at: string | null;
  readonly resultDisplay: Json | undefined;
  readonly agentId: string | undefined;
}

/** Counts of one model request. `input` includes `cached`, `output` excludes `thoughts`, `tool` is in neither. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly thoughts: number;
  readonly tool: number;
}

/** What one line of a session file says; a `.json` file says it all in one `metadata`. */
export type LogRecord =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'metadata'; readonly fields: JsonObject; readonly messages: readonly Message[] | undefined }
  | { readonly type: 'rewind'; readonly to: string }
  | { readonly type: 'unknown'; readonly name: string; readonly raw: JsonObject };

/** Reads a record in the order of checks of the agent's own loader (0.61.0). */
export function readRecord(raw: JsonObject): LogRecord {
  const to = asString(raw['$rewindTo']);
  if (to !== undefined) return { type: 'rewind', to };
  const id = asString(raw['id']);
  if (id !== undefined) return { type: 'message', message: readMessage(raw, id) };
  const set = asObject(raw['$set']);
  if (set !== undefined) return readMetadata(set);
  if (asString(raw['sessionId']) !== undefined) return readMetadata(raw);
  const name = Object.keys(raw).find((key) => key.startsWith('$')) ?? asString(raw['type']) ?? 'record';
  return { type: 'unknown', name, raw };
}

function readMetadata(fields: JsonObject): LogRecord {
  const { messages } = fields;
  if (!Array.isArray(messages)) return { type: 'metadata', fields, messages: undefined };
  const read = asArray(messages).flatMap((item, index) => {
    const raw = asObject(item);
    return raw === undefined ? [] : readMessage(raw, asString(raw['id']) ?? `message-${index}`);
  });
  return { type: 'metadata', fields, messages: read };
}

function readMessage(raw: JsonObject, id: string): Message {
  return {
    id,
    type: asString(raw['type']) ?? 'message',
    at: toIso(asString(raw['timestamp'])),
    content: readParts(raw['content']),
    displayContent: readParts(raw['displayContent']),
    thoughts: asArray(raw['thoughts']).flatMap((item) => readThought(item)),
    toolCalls: asArray(raw['toolCalls']).flatMap((item, index) => readCall(item, index)),
    tokens: readTokens(asObject(raw['tokens'])),
    model: asString(raw['model']) ?? null,
    raw,
  };
}

/** Content is text, one part, or a list of both. */
function readParts(content: Json | undefined): JsonObject[] {
  const items = Array.isArray(content) ? asArray(content) : [content];
  return items.flatMap<JsonObject>((item) => (typeof item === 'string' ? { text: item } : (asObject(item) ?? [])));
}

function readThought(item: Json): Thought | [] {
  const raw = asObject(item);
  if (raw === undefined) return [];
  return {
    subject: asString(raw['subject']) ?? '',
    description: asString(raw['description']) ?? '',
    at: toIso(asString(raw['timestamp'])),
  };
}

function readCall(item: Json, index: number): RecordedCall | [] {
  const raw = asObject(item);
  if (raw === undefined) return [];
  return {
    id: asString(raw['id']) ?? `call-${index}`,
    name: asString(raw['name']) ?? '',
    args: asObject(raw['args']) ?? {},
    result: readParts(raw['result']),
    status: asString(raw['status']) ?? '',
    at: toIso(asString(raw['timestamp'])),
    resultDisplay: raw['resultDisplay'],
    agentId: asString(raw['agentId']),
  };
}

function readTokens(raw: JsonObject | undefined): Tokens | undefined {
  if (raw === undefined) return undefined;
  return {
    input: asCount(raw['input']),
    output: asCount(raw['output']),
    cached: asCount(raw['cached']),
    thoughts: asCount(raw['thoughts']),
    tool: asCount(raw['tool']),
  };
}
