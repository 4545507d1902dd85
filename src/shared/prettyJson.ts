import type { Json } from '../core/json';

/** Indentation grows with the square of the depth: 5,000 brackets in a row would become 50 MB of blanks. */
const deepest = 20;

/** `value` as JSON: indented, or on one line where it is nested too deeply. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, undefined, isDeeper(value, deepest) ? 0 : 2);
}

/** Lists of texts and numbers up to this length stay on one line. */
const shortList = 60;
/** Line ends are escaped inside of texts, so only a list opens or closes at one. */
const flatList = /\[\n\s+((?:"(?:[^"\\\n]|\\.)*"|[\w.+-]+)(?:,\n\s+(?:"(?:[^"\\\n]|\\.)*"|[\w.+-]+))*)\n\s*\]/g;

/** As `prettyJson`, for people: with short lists on one line. */
export function readableJson(value: Json): string {
  return prettyJson(value).replace(flatList, (list, items: string) => {
    const line = `[${items.replaceAll(/,\n\s+/g, ', ')}]`;
    return line.length > shortList ? list : line;
  });
}

/** Whether `value` is nested more than `levels` levels deep. Looks no deeper than that. */
export function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json | undefined) => isDeeper(inner, levels - 1));
}
