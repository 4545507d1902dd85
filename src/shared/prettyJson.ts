import type { Json } from '../core/json';

/** Indentation grows with the square of the depth: 5,000 brackets in a row would become 50 MB of blanks. */
const deepest = 20;

/** `value` as JSON: indented, or on one line where it is nested too deeply. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, undefined, isDeeper(value, deepest) ? 0 : 2);
}

/** Whether `value` is nested more than `levels` levels deep. Looks no deeper than that. */
export function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json | undefined) => isDeeper(inner, levels - 1));
}
