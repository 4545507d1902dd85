import { clip, collapse } from '../../core/text';
import type { TitleSource } from '../agent';
import type { Workspace } from './workspace';

/** A label is one line; a whole pasted log is none. In UTF-16 units. */
const longestLabel = 1000;
/** How much of a first prompt the program takes over as the name, in UTF-16 units. */
const longestName = 500;

export function label(text: string): string {
  return clip(collapse(text.slice(0, 4 * longestLabel)), longestLabel);
}

/** The name beside the log, which at first is the prompt itself; else the first prompt. */
export function titleOf({ name, isNamedByUser }: Workspace, firstPrompt: string | undefined): { title: string; titleSource: TitleSource } {
  const prompt = label(firstPrompt ?? '');
  const title = label(name ?? '');
  if (title === '') return { title: prompt, titleSource: prompt === '' ? 'none' : 'first_prompt' };
  if (isNamedByUser) return { title, titleSource: 'rename' };
  return { title, titleSource: title === label(asName(firstPrompt ?? '')) ? 'first_prompt' : 'generated' };
}

function asName(prompt: string): string {
  const text = prompt.trim();
  return text.length > longestName ? `${text.slice(0, longestName)}...` : text;
}
