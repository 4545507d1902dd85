import type { Session } from './session';

/**
 * Whether a session matches what a person typed: every word of `text` must occur in the title, the folder or the id,
 * in any case. No word matches all.
 */
export function matcher(text: string): (session: Pick<Session, 'record'>) => boolean {
  const words = folded(text).split(/\s+/).filter((word) => word !== '');
  return ({ record: { title, folder, id } }) => {
    if (words.length === 0) return true;
    const fields = [title, folder ?? '', id].map(folded);
    return words.every((word) => fields.some((field) => field.includes(word)));
  };
}

/**
 * Upper case, since lower case writes a Greek sigma in two ways. Decomposed, since macOS writes accents in file names so;
 * a letter thus also finds its accented forms, and half a Korean syllable the whole while it is being typed.
 */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFD');
}
