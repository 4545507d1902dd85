import type { HistoryEntry } from '../../../src/shared/history';
import { entryType } from '../../../src/shared/historyFilter';
import { words } from './words';

/** Marks at most: the strip has no room for more. */
const most = 200;
/** Of a mark, in CSS pixels: of a few entries the strip is short. */
const tallest = 12;
/** What of several entries under one mark it shows. */
const weights = ['tool', 'agent', 'user', 'error'] as const;

interface MinimapProps {
  readonly entries: readonly HistoryEntry[];
  /** The entries that are on the screen. */
  readonly first: number;
  readonly last: number;
  onGo(index: number): void;
}

/** All entries as a strip, to see where who spoke and what failed, and to go there. For the pointer alone: keys have the list. */
export function Minimap({ entries, first, last, onGo }: MinimapProps) {
  const count = Math.min(most, entries.length);
  const marks = Array.from({ length: count }, (_, mark) => heaviest(entries.slice(placeOf(mark, count, entries.length), placeOf(mark + 1, count, entries.length))));
  const share = (index: number): string => `${String((index / Math.max(1, entries.length)) * 100)}%`;
  return (
    <div class="minimap" title={words.minimap()} aria-hidden="true">
      <div
        class="marks"
        style={{ maxHeight: `${String(count * tallest)}px` }}
        onClick={({ currentTarget, clientY }) => {
          const { top, height } = currentTarget.getBoundingClientRect();
          onGo(Math.min(entries.length - 1, Math.floor(((clientY - top) / height) * entries.length)));
        }}
      >
        {marks.map((kind, mark) => (
          <span key={mark} class={`mark mark-${kind}`} />
        ))}
        <span class="minimap-screen" style={{ top: share(first), height: share(last - first + 1) }} />
      </div>
    </div>
  );
}

function placeOf(mark: number, count: number, total: number): number {
  return Math.floor((mark * total) / count);
}

function heaviest(entries: readonly HistoryEntry[]): (typeof weights)[number] {
  const heights = entries.map((entry) => weights.indexOf(entry.is_error === true ? 'error' : entryType(entry)));
  return weights[Math.max(0, ...heights)] ?? 'tool';
}
