import { asArray, asObject, asString, type JsonObject } from '../../core/json';
import { Source } from './messages';
import type { Peek } from './schema';
import { textOf } from './toolCalls';

/** What a model let out of its reasoning. The text is empty where it is kept encrypted. */
export interface Thought {
  readonly source: Source;
  readonly id: string | null;
  readonly text: string;
}

export function thoughtOf(found: Peek, payload: JsonObject): Thought | undefined {
  if (found.item === 'Reasoning') {
    const item = asObject(payload['item']) ?? {};
    const text = paragraphs(item['summary_text']) || paragraphs(item['raw_content']);
    return { source: Source.item, id: asString(item['id']) ?? null, text };
  }
  if (found.kind === 'agent_reasoning' || found.kind === 'agent_reasoning_raw_content') {
    return { source: Source.event, id: null, text: asString(payload['text']) ?? '' };
  }
  if (found.type === 'response_item' && found.kind === 'reasoning') {
    const text = paragraphs(payload['summary']) || paragraphs(payload['content']);
    return { source: Source.response, id: asString(payload['id']) ?? null, text };
  }
  return undefined;
}

function paragraphs(value: JsonObject[string]): string {
  return asArray(value).map((part) => textOf(asObject(part)?.['text'] ?? part)).join('\n\n').trim();
}
