/** A place where a conversation parts, as it is on the way that is shown. */
export interface Fork {
  /** The branches that begin here, the oldest first; `null` for the end of the current one, which nothing follows yet. */
  readonly branches: readonly (string | null)[];
  /** The index of the one that is shown. */
  readonly shown: number;
  /** The index of the one that a resume goes on from; `null` where it goes on from another place. */
  readonly current: number | null;
}

/** `choices` of branches after that of `index` at `fork`; the last chosen counts. The current branch needs no choice: it may be another later. */
export function chosen(choices: readonly string[], { branches, current }: Fork, index: number): readonly string[] {
  const others = choices.filter((id) => !branches.includes(id));
  const id = branches[index];
  return id === undefined || id === null || index === current ? others : [...others, id];
}
