import { clip, collapse } from '../../core/text';
import type { TitleSource } from '../agent';

/** What stands in the title until one is generated or given (0.1 wrote `New Session`). Other titles may begin alike. */
const placeholder = /^(New [Ss]ession|Child session) - \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A label is one line; a whole pasted log is none. In UTF-16 units. */
const longestLabel = 1000;

export function isNamed(title: string): boolean {
  return title.trim() !== '' && !placeholder.test(title);
}

/**
 * One column holds names given, generated and changed by hand alike, so none can be told to be a rename. opencode shows a
 * placeholder as it is; here the first line of the first prompt stands for it.
 */
export function titleOf(title: string, firstPrompt: string | null): { title: string; titleSource: TitleSource } {
  if (isNamed(title)) return { title: label(title), titleSource: 'generated' };
  const line = label((firstPrompt ?? '').trimStart().split('\n', 1)[0] ?? '');
  return line === '' ? { title: label(title), titleSource: 'none' } : { title: line, titleSource: 'first_prompt' };
}

function label(text: string): string {
  return clip(collapse(text.slice(0, 4 * longestLabel)), longestLabel);
}
