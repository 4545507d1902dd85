/**
 * Whether texts match what a person typed: every word of `typed` must occur in one of them, in any case. No word matches
 * all.
 */
export function wordMatcher(typed: string): (texts: readonly string[]) => boolean {
  const words = folded(typed).split(/\s+/).filter((word) => word !== '');
  return (texts) => {
    if (words.length === 0) return true;
    const searched = texts.map(folded);
    return words.every((word) => searched.some((text) => text.includes(word)));
  };
}

/**
 * Upper case, since lower case writes a Greek sigma in two ways. Decomposed, since macOS writes accents in file names so;
 * a letter thus also finds its accented forms, and half a Korean syllable the whole while it is being typed.
 */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFD');
}
