import { asArray, asObject, asString, parseObject, type Json, type JsonObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { type EventRecord, readRecord } from './schema';

const longestDocument = 24 << 20;

/**
 * A session of before 0.0.342, as records of the later logs. The file is one JSON object with messages like those of OpenAI's
 * API; what is known of it comes from public readers. Answers whether it could be read. File system errors are thrown.
 */
export async function eachOldRecord(files: Files, file: string, onRecord: (record: EventRecord) => void): Promise<boolean> {
  const { size } = await files.stat(file);
  const document = size > longestDocument ? undefined : parseObject((await files.range(file, 0, size)).toString('utf8'));
  const messages = document?.['chatMessages'];
  if (document === undefined || !Array.isArray(messages)) return false;
  onRecord(readRecord({ type: 'session.start', data: { startTime: document['startTime'] } }));
  for (const [index, item] of asArray(messages).entries()) {
    const message = asObject(item);
    const record = message && recordOf(message);
    if (record !== undefined) onRecord(readRecord({ ...record, id: `message-${index}` }));
  }
  return true;
}

function recordOf(message: JsonObject): JsonObject | undefined {
  const content = textOf(message['content']);
  const role = asString(message['role']) ?? '';
  switch (role) {
    case 'user':
      return { type: 'user.message', data: { content } };
    case 'assistant':
      return { type: 'assistant.message', data: { content, toolRequests: asArray(message['tool_calls']).map((call) => requestOf(asObject(call))) } };
    case 'tool':
      return { type: 'tool.execution_complete', data: { toolCallId: message['tool_call_id'], success: true, result: { content } } };
    case 'system':
      return undefined;
    default:
      return { ...message, type: `message.${role}` };
  }
}

function requestOf(call: JsonObject | undefined): JsonObject {
  const { name, arguments: text } = asObject(call?.['function']) ?? {};
  return { toolCallId: call?.['id'], name, arguments: parseObject(asString(text) ?? '') ?? text };
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return asArray(content).flatMap((part) => asString(asObject(part)?.['text']) ?? []).join('\n');
}
