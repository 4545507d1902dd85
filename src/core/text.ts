/** `text` on one line: every run of white space becomes one blank, ends trimmed. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** At most `units` UTF-16 units of `text`, never half a surrogate pair; an ellipsis stands for what was left out. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  return `${cutAt(text, Math.max(0, units - 1))}…`;
}

/** The first `units` UTF-16 units of `text`, or one less where that would be half a surrogate pair. */
export function cutAt(text: string, units: number): string {
  const last = text.length > units ? text.charCodeAt(units - 1) : 0;
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}
