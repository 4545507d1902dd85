import type { TitleSource } from '../agent';
import type { SessionRow } from './schema';

/** Length of the agent's own preview, in characters. */
const previewLength = 60;

/** The title of the tip, else a preview of the first prompt, as the agent makes it. */
export function titleOf(tip: SessionRow | undefined, firstPrompt: string | undefined): { title: string; titleSource: TitleSource } {
  if (tip?.title !== undefined) {
    // Who set a title is recorded in newer releases only.
    return { title: tip.title.trim(), titleSource: tip.titleSource === 'user' ? 'rename' : 'generated' };
  }
  if (firstPrompt === undefined) return { title: '', titleSource: 'none' };
  const characters = [...firstPrompt.trim().replace(/\r?\n/g, ' ')];
  const title = characters.length > previewLength ? `${characters.slice(0, previewLength).join('')}...` : characters.join('');
  return { title, titleSource: 'first_prompt' };
}
