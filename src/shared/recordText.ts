import { asObject, asString, parseObject } from '../core/json';
import { clip, collapse } from '../core/text';
import { readableJson } from './prettyJson';

/**
 * The type that a raw record names, also when the record was cut and is no longer JSON: `quantum`; of an envelope and what is in
 * it, as Codex writes them, `event_msg/item_completed/Quantum`; of a message without a type its role.
 */
export function recordType(text: string): string | undefined {
  const record = parseObject(text);
  const payload = asObject(record?.['payload']);
  const types = [asString(record?.['type']) ?? asString(record?.['role']), asString(payload?.['type']), asString(asObject(payload?.['item'])?.['type'])];
  const named = types.filter((each) => each !== undefined && each.trim() !== '').join('/');
  const type = named !== '' ? named : /"type"\s*:\s*"([^"\\]+)"/.exec(text.slice(0, 10_000))?.[1];
  return type === undefined || type.trim() === '' ? undefined : clip(collapse(type), 100);
}

/** A raw record, indented where it is whole JSON. */
export function recordText(text: string): string {
  const record = parseObject(text);
  return record === undefined ? text : readableJson(record);
}
