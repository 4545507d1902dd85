/** `text` on one line: every run of white space becomes one blank, ends trimmed. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** At most `units` UTF-16 units of `text`, never half a surrogate pair; an ellipsis stands for what was left out. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = text.charCodeAt(units - 2) >= 0xd800 && text.charCodeAt(units - 2) <= 0xdbff ? units - 2 : units - 1;
  return `${text.slice(0, Math.max(0, end))}…`;
}
