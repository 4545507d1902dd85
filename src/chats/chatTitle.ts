import { clip, collapse } from '../core/text';

/** Longest title that is kept, in UTF-16 units. */
export const titleLimit = 200;

const forks = /(?:\s*\(fork \d+\))*(\s*\(fork \d+\))$/;

/** `text` as it is kept for a title: one line of bounded length. */
export function keptTitle(text: string): string {
  return clip(collapse(text), titleLimit);
}

/** The title as shown, empty where there is none. Of repeated fork suffixes, which forks of forks once got, only the last says something. */
export function shownTitle({ title }: { readonly title: string | null }): string {
  return (title ?? '').replace(forks, '$1');
}
