import { clip, collapse } from '../core/text';

/** Longest line, in UTF-16 units: more than a row shows at any width that is read. */
const limit = 200;

/** A heading, also one in bold, as models begin their thoughts with, that something follows. */
const heading = /^[ \t]*(?:#{1,6}[ \t]+([^\n]*[^\n.:!?…])|\*\*([^*\n]*[^*\n.:!?…])\*\*)[ \t]*\n+(?=\s*\S)/gm;

/** The start of Markdown on one line, without the marks of headings, quotes, lists, emphasis and code. A colon ends a heading. */
export function plainLine(markdown: string): string {
  const start = markdown.slice(0, 4 * limit).replace(heading, (_, marked: string | undefined, bold: string | undefined) => `${marked ?? bold ?? ''}:\n`);
  return clip(collapse(start.replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '').replace(/\*\*|__|`+|~~/g, '')), limit);
}
