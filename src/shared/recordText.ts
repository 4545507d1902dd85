import { asString, parseObject } from '../core/json';
import { clip, collapse } from '../core/text';
import { prettyJson } from './prettyJson';

/** The type that a raw record names, also when the record was cut and is no longer JSON. */
export function recordType(text: string): string | undefined {
  const type = asString(parseObject(text)?.['type']) ?? /"type"\s*:\s*"([^"\\]+)"/.exec(text.slice(0, 10_000))?.[1];
  return type === undefined || type.trim() === '' ? undefined : clip(collapse(type), 100);
}

/** A raw record, indented where it is whole JSON. */
export function recordText(text: string): string {
  const record = parseObject(text);
  return record === undefined ? text : prettyJson(record);
}
