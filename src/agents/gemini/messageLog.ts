import type { Point } from '../../transcript/branches';

/** A message in the course of the conversation. What a rewritten history keeps goes on from what it has before. */
interface Place extends Point {
  after: Place | null;
  /** Of what a rewritten history begins anew: the last of what it left out. */
  readonly replaced?: Place | undefined;
}

export interface Entry<T> {
  /** `undefined` for a record that is no message: nothing rewinds or replaces it. */
  readonly id: string | undefined;
  readonly value: T;
  /** `false` for what a rewind or a rewritten history left behind. */
  readonly active: boolean;
  readonly place: Place;
}

/**
 * Folds the log of a session into its messages. The active entries are, in order, the history that the agent would load;
 * those left behind stay at the place where they were.
 */
export class MessageLog<T> {
  private entries: Entry<T>[] = [];
  /** Indexes of the active messages. */
  private places = new Map<string, number>();
  /** Where the history ends. */
  private last: Place | null = null;

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
    const index = this.places.get(id);
    const place = (index === undefined ? undefined : this.entries[index]?.place) ?? { after: this.last };
    if (index === undefined) this.last = place;
    this.places.set(id, index ?? this.entries.length);
    this.entries[index ?? this.entries.length] = { id, value, active: true, place };
  }

  /** Adds what is no message, and so has no place among them. */
  add(value: T): void {
    this.entries.push({ id: undefined, value, active: true, place: { after: null } });
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
    const kept = new Map(this.entries.flatMap(({ id, active, place }) => (active && id !== undefined ? [[id, place] as const] : [])));
    const replaced = this.entries.findLast(({ id, active }) => active && id !== undefined && !wanted.has(id))?.place;
    const placed = new Set<string>();
    let last: Place | null = null;
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
      const place: Place = kept.get(id) ?? { after: last, replaced };
      place.after = last;
      last = place;
      merged.push({ id, value, active: true, place });
      placed.add(id);
    }
    passLeftOnes();
    this.entries = merged;
    this.indexPlaces();
  }

  private indexPlaces(): void {
    this.places = new Map();
    this.last = null;
    for (const [index, { id, active, place }] of this.entries.entries()) {
      if (!active || id === undefined) continue;
      this.places.set(id, index);
      this.last = place;
    }
  }
}

function leave<T>(entry: Entry<T>): Entry<T> {
  return entry.id === undefined ? entry : { ...entry, active: false };
}
