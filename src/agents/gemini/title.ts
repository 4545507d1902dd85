import { clip, collapse } from '../../core/text';
import type { TitleSource } from '../agent';
import type { Digest } from './digest';

/** A label is one line; a whole pasted log is none. In UTF-16 units. */
const longestLabel = 1000;

export function label(text: string): string {
  return clip(collapse(text.slice(0, 4 * longestLabel)), longestLabel);
}

/** The generated summary, else the first prompt. The program's own list drops all but ASCII from a prompt; this one doesn't. */
export function titleOf({ summary = '', firstPrompt = '' }: Pick<Digest, 'summary' | 'firstPrompt'>): { title: string; titleSource: TitleSource } {
  if (label(summary) !== '') return { title: label(summary), titleSource: 'generated' };
  if (label(firstPrompt) !== '') return { title: label(firstPrompt), titleSource: 'first_prompt' };
  return { title: '', titleSource: 'none' };
}
