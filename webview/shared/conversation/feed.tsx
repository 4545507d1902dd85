import { useEffect, useRef, useState } from 'preact/hooks';
import type { TranscriptHead } from '../../../src/shared/transcriptContract';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import { useVirtualList } from '../useVirtualList';
import { JumpToLatest } from './jumpToLatest';
import { Row } from './row';
import type { TranscriptReader } from './transcriptReader';
import { useEntryKeys } from './useEntryKeys';
import { useFollowing } from './useFollowing';
import { useMatches } from './useMatches';
import { usePlace } from './usePlace';
import type { Search } from './useSearch';
import { useStepFocus } from './useStepFocus';
import type { View } from './view';
import { words } from './words';

/** Height of an entry that was never on the screen, in CSS pixels: between a folded tool call and a message. */
const estimate = 72;
/** Rows to have on either side of the screen. */
const around = 20;

interface FeedProps {
  readonly reader: TranscriptReader;
  readonly head: TranscriptHead;
  readonly kept: Pick<TranscriptPageState, 'at' | 'offset'>;
  readonly view: View;
  readonly search: Search;
  onMove(place: Pick<TranscriptPageState, 'at' | 'offset'>): void;
}

/** The conversation: as many of its rows as are on the screen. */
export function Feed({ reader, head, kept, view, search, onMove }: FeedProps) {
  const scroller = useRef<HTMLDivElement>(null);
  /** While the rows of another branch come: that the end is on the screen says nothing then. */
  const isMoving = useRef(false);
  const [following, setFollowing] = useFollowing(scroller, kept.at === null, () => reader.isFilling || isMoving.current);
  const [current, setCurrent] = useState<number>();
  const { list, measure, rows, rest } = useVirtualList({ count: head.total, estimate, start: kept.at ?? head.total, scroller, kept: current });
  const { generation, goTo, hold } = usePlace({ list, scroller, reader, following, isMoving, kept, onMove });
  const keepFocus = useStepFocus(scroller);
  useEntryKeys({ list, scroller, current, setCurrent, toEnd: () => setFollowing(true) });

  const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() =>
    reader.want(following ? { fromEnd: endIndex - startIndex + 2 * around } : { first: startIndex - around, last: endIndex + around }),
  );

  const toggling: View = {
    ...view,
    actions: {
      ...view.actions,
      toggle: (fold, open) => {
        // What opens grows below its head; following the end would push the head out of view.
        setFollowing(false);
        view.actions.toggle(fold, open);
      },
      step: (fork, index) => {
        setFollowing(false);
        hold(keepFocus(fork));
        view.actions.step(fork, index);
      },
    },
  };
  useMatches({
    scroller,
    search,
    itemAt: (row) => reader.itemAt(row),
    open: (fold) => toggling.actions.toggle(fold, true),
    goTo: (row, then) => {
      setFollowing(false);
      goTo(row, then);
    },
  });
  return (
    <div class="feed-frame">
      <div
        class={following ? 'feed feed-following' : 'feed'}
        role="feed"
        aria-label={words.conversation()}
        aria-busy={rows.some(({ index }) => reader.itemAt(index) === undefined)}
        tabIndex={0}
        ref={scroller}
      >
        {rows.flatMap(({ index, gap }) => {
          const row = (
            <Row
              key={`${generation} ${index}`}
              index={index}
              total={head.total}
              item={reader.itemAt(index)}
              view={toggling}
              isLive={head.running && head.isCurrent && index === head.total - 1}
              measure={measure}
              onFocus={setCurrent}
            />
          );
          return gap > 0 ? [<Gap key={`${index} ${gap}`} height={gap} />, row] : [row];
        })}
        <Gap key={`rest ${rest}`} height={rest} />
      </div>
      {!following && <JumpToLatest scroller={scroller} onJump={() => setFollowing(true)} />}
    </div>
  );
}

/** Stands for entries that are not in the document. Another height is another gap: see `useVirtualList`. */
function Gap({ height }: { height: number }) {
  return <div class="gap" style={{ height: `${height}px` }} />;
}
