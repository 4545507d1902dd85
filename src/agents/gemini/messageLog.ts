export interface Entry<T> {
  /** `undefined` for a record that is no message: nothing rewinds or replaces it. */
  readonly id: string | undefined;
  readonly value: T;
  /** `false` for what a rewind or a rewritten history left behind. */
  readonly active: boolean;
}

/**
 * Folds the log of a session into its messages. The active entries are, in order, the history that the agent would load;
 * those left behind stay at the place where they were.
 */
export class MessageLog<T> {
  private entries: Entry<T>[] = [];
  /** Indexes of the active messages. */
  private places = new Map<string, number>();

  /** Every message once: a left one that came back under its id is there as active only. */
  get all(): readonly Entry<T>[] {
    const seen = new Set(this.places.keys());
    return this.entries
      .toReversed()
      .filter(({ id, active }) => active || (id !== undefined && !seen.has(id) && seen.add(id)))
      .toReversed();
  }

  /** Adds a message, or replaces the content of an active one at its place. */
  set(id: string, value: T): void {
    const place = this.places.get(id) ?? this.entries.length;
    this.entries[place] = { id, value, active: true };
    this.places.set(id, place);
  }

  /** Adds what is no message. */
  add(value: T): void {
    this.entries.push({ id: undefined, value, active: true });
  }

  /** Takes back the message `id` and all after it; everything when it isn't there, as the agent does. */
  rewindTo(id: string): void {
    const from = this.places.get(id) ?? 0;
    this.entries = this.entries.map((entry, index) => (index < from ? entry : leave(entry)));
    this.indexPlaces();
  }

  /** Makes `messages` the history. What they leave out stays before the next message that they keep. */
  replace(messages: readonly { readonly id: string; readonly value: T }[]): void {
    const wanted = new Map(messages.map(({ id, value }) => [id, value]));
    const placed = new Set<string>();
    const merged: Entry<T>[] = [];
    let next = 0;
    const passLeftOnes = (): void => {
      for (let entry = this.entries[next]; entry !== undefined; entry = this.entries[++next]) {
        if (entry.id === undefined || !entry.active || !wanted.has(entry.id)) merged.push(leave(entry));
        else if (!placed.has(entry.id)) return;
      }
    };
    for (const [id, value] of wanted) {
      passLeftOnes();
      merged.push({ id, value, active: true });
      placed.add(id);
    }
    passLeftOnes();
    this.entries = merged;
    this.indexPlaces();
  }

  private indexPlaces(): void {
    this.places = new Map();
    for (const [index, { id, active }] of this.entries.entries()) {
      if (active && id !== undefined) this.places.set(id, index);
    }
  }
}

function leave<T>(entry: Entry<T>): Entry<T> {
  return entry.id === undefined ? entry : { ...entry, active: false };
}
