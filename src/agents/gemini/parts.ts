import type { JsonObject } from '../../core/json';
import type { Message } from './schema';

/** Kinds of content parts (the Gemini API's) that a transcript shows in a form of its own. */
const known = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'] as const;

/** The parts of a prompt or an answer that this reader does not know. */
export function unknownParts({ type, content }: Message): readonly JsonObject[] {
  if (type !== 'user' && type !== 'gemini') return [];
  return content.filter((part) => !known.some((name) => part[name] !== undefined));
}

/** A name for each part, to count it by. */
export function partNames(parts: readonly JsonObject[]): string[] {
  return parts.map((part) => `content.${Object.keys(part)[0] ?? 'empty'}`);
}
