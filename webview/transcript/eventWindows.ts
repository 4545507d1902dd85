import { transcriptLimits, type PageEvent, type TranscriptWindow } from '../../src/shared/transcriptContract';

const size = transcriptLimits.window;
/** UTF-16 units of text that are held beyond what is on the screen: some 16 MB, an hour of reading. */
const heldUnits = 8_000_000;

/**
 * The events of one revision that have been fetched, in windows that begin at multiples of the window size. The windows
 * last asked for are held; those long unseen go when their texts take too much memory.
 */
export class EventWindows {
  /** By first position; the least recently used first. */
  private readonly windows = new Map<number, { readonly events: readonly PageEvent[]; readonly units: number }>();
  private units = 0;

  constructor(
    readonly revision: string,
    private readonly limit = heldUnits,
  ) {}

  at(position: number): PageEvent | undefined {
    const from = startOf(position);
    return this.windows.get(from)?.events[position - from];
  }

  /** Where the event `id` is, among what is held. */
  positionOf(id: string): number | undefined {
    for (const { events } of this.windows.values()) {
      const event = events.find((candidate) => candidate.id === id);
      if (event !== undefined) return event.position;
    }
    return undefined;
  }

  /** The first positions of the windows that are still needed to see `first` to `last`. Those that are held count as used. */
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
    const units = window.events.reduce((sum, event) => sum + unitsOf(event), 0);
    this.windows.set(window.from, { events: window.events, units });
    this.units += units;
    for (const from of [...this.windows.keys()]) {
      if (this.units <= this.limit) return;
      if (from + size <= first || from > last) this.drop(from);
    }
  }

  private use(from: number, held: { readonly events: readonly PageEvent[]; readonly units: number }): void {
    this.windows.delete(from);
    this.windows.set(from, held);
  }

  private drop(from: number): void {
    this.units -= this.windows.get(from)?.units ?? 0;
    this.windows.delete(from);
  }
}

function startOf(position: number): number {
  return position - (position % size);
}

function unitsOf({ text, tool }: PageEvent): number {
  if (tool === undefined) return text.length;
  const input = typeof tool.input === 'string' ? tool.input : JSON.stringify(tool.input);
  return text.length + input.length + (tool.output?.length ?? 0);
}
