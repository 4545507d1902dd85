import { useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../src/shared/history';
import { JumpToLatest } from '../../shared/conversation/jumpToLatest';
import { useFollowing } from '../../shared/conversation/useFollowing';
import { useVirtualList } from '../../shared/useVirtualList';
import { Card } from './card';
import type { HistoryReader } from './historyReader';
import { Minimap } from './minimap';
import { words } from './words';

/** Height of a card that was never on the screen, in CSS pixels. */
const estimate = 90;

interface CardListProps {
  readonly entries: readonly HistoryEntry[];
  readonly reader: HistoryReader;
  onOpen(id: string): void;
  onCopy(id: string): void;
}

/** The cards, as many as are on the screen, with an overview beside them. */
export function CardList({ entries, reader, onOpen, onCopy }: CardListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useFollowing(scroller, true, () => false);
  const [focused, setFocused] = useState<number>();
  const { list, measure, rows, rest } = useVirtualList({ count: entries.length, estimate, start: entries.length, scroller, kept: focused });
  const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: 0 };
  return (
    <div class="card-frame">
      <div class={following ? 'cards feed-following' : 'cards'} role="feed" aria-label={words.entries()} tabIndex={0} ref={scroller}>
        {rows.flatMap(({ index, gap }) => {
          const entry = entries[index];
          if (entry === undefined) return [];
          const card = (
            <Card
              key={entry.id}
              entry={entry}
              index={index}
              total={entries.length}
              reader={reader}
              measure={measure}
              onOpen={() => onOpen(entry.id)}
              onCopy={() => onCopy(entry.id)}
              onFocus={(isIn) => {
                setFocused(isIn ? index : undefined);
                // The browser scrolls to what gets the focus, and tells it too late: the list would be held at its end once more.
                if (isIn && index < entries.length - 1) setFollowing(false);
              }}
            />
          );
          return gap > 0 ? [<div key={`gap ${String(index)} ${String(gap)}`} class="gap" style={{ height: `${String(gap)}px` }} />, card] : [card];
        })}
        <div key={`rest ${String(rest)}`} class="gap" style={{ height: `${String(rest)}px` }} />
      </div>
      {!following && <JumpToLatest scroller={scroller} onJump={() => setFollowing(true)} />}
      <Minimap
        entries={entries}
        first={startIndex}
        last={endIndex}
        onGo={(index) => {
          setFollowing(false);
          list.scrollToIndex(index, { align: 'start' });
        }}
      />
    </div>
  );
}
