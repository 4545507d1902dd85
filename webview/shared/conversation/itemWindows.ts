import { transcriptLimits, type PageItem, type TranscriptWindow } from '../../../src/shared/transcriptContract';

const size = transcriptLimits.window;
/** UTF-16 units of text that are held beyond what is on the screen: some 16 MB, an hour of reading. */
const heldUnits = 8_000_000;

/**
 * The rows of one revision that have been fetched, in windows that begin at multiples of the window size. The windows
 * last asked for are held; those long unseen go when their texts take too much memory.
 */
export class ItemWindows {
  /** By first index; the least recently used first. */
  private readonly windows = new Map<number, { readonly items: readonly PageItem[]; readonly units: number }>();
  private units = 0;

  constructor(
    readonly revision: string,
    private readonly limit = heldUnits,
  ) {}

  at(index: number): PageItem | undefined {
    const from = startOf(index);
    return this.windows.get(from)?.items[index - from];
  }

  /** Where the row that begins with the event `id` is, among what is held. */
  indexOf(id: string): number | undefined {
    for (const [from, { items }] of this.windows) {
      const index = items.findIndex(({ events }) => events[0].id === id);
      if (index >= 0) return from + index;
    }
    return undefined;
  }

  /** The first indexes of the windows that are still needed to see `first` to `last`. Those that are held count as used. */
  missing(first: number, last: number): number[] {
    const missing: number[] = [];
    for (let from = startOf(first); from <= last; from += size) {
      const held = this.windows.get(from);
      if (held === undefined) missing.push(from);
      else this.use(from, held);
    }
    return missing;
  }

  /** Holds `window`. The windows that show `first` to `last` stay, whatever they take. */
  add(window: TranscriptWindow, first: number, last: number): void {
    this.drop(window.from);
    const units = window.items.reduce((sum, item) => sum + unitsOf(item), 0);
    this.windows.set(window.from, { items: window.items, units });
    this.units += units;
    for (const from of [...this.windows.keys()]) {
      if (this.units <= this.limit) return;
      if (from + size <= first || from > last) this.drop(from);
    }
  }

  private use(from: number, held: { readonly items: readonly PageItem[]; readonly units: number }): void {
    this.windows.delete(from);
    this.windows.set(from, held);
  }

  private drop(from: number): void {
    this.units -= this.windows.get(from)?.units ?? 0;
    this.windows.delete(from);
  }
}

function startOf(index: number): number {
  return index - (index % size);
}

function unitsOf({ events }: PageItem): number {
  return events.reduce((sum, { text, brief }) => sum + text.length + (brief?.line.length ?? 0), 0);
}
