import { clip, collapse } from '../core/text';

/** Longest line, in UTF-16 units: more than a row shows at any width that is read. */
const limit = 200;

/** The start of Markdown on one line, without the marks of headings, quotes, lists, emphasis and code. */
export function plainLine(markdown: string): string {
  const start = markdown.slice(0, 4 * limit);
  return clip(collapse(start.replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '').replace(/\*\*|__|`+|~~/g, '')), limit);
}
