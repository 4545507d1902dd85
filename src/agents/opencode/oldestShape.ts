import { asArray, asNumber, asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { SourcePosition } from '../../shared/transcriptEvent';
import type { NativeMessage, NativePart } from './message';

/** A message of 0.1, with its parts inside and all else under `metadata`, as later versions write it. */
export function oldestMessage(id: string, data: JsonObject, source: SourcePosition): NativeMessage {
  const metadata = asObject(data['metadata']);
  const assistant = asObject(metadata?.['assistant']);
  const time = asObject(metadata?.['time']);
  return {
    id,
    // Without the whole system prompt, which is in every answer.
    data: { ...assistant, system: undefined, role: data['role'], time, error: metadata?.['error'] },
    role: asString(data['role']) ?? '',
    created: asNumber(time?.['created']) ?? null,
    source,
    parts: asArray(data['parts']).map((part, index): NativePart => ({ id: `${id}/${String(index)}`, data: partOf(part), source })),
    isNewShape: false,
  };
}

const statuses: Readonly<Record<string, string>> = { 'partial-call': 'pending', call: 'running', result: 'completed' };

function partOf(json: Json): JsonObject | undefined {
  const part = asObject(json);
  const call = asObject(part?.['toolInvocation']);
  if (part?.['type'] === 'file') return { ...part, mime: part['mediaType'] };
  if (part?.['type'] !== 'tool-invocation' || call === undefined) return part;
  return {
    type: 'tool',
    tool: call['toolName'],
    callID: call['toolCallId'],
    state: { status: statuses[asString(call['state']) ?? ''] ?? 'pending', input: call['args'], output: call['result'] },
  };
}
