import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { calendarDay, dayOf } from '../../src/shared/times';
import type { PageEvent, TranscriptHead } from '../../src/shared/transcriptContract';
import type { TranscriptPageState } from '../../src/shared/transcriptPageState';
import { locale } from '../shared/boot';
import { Button } from '../shared/button';
import { useVirtualList } from '../shared/useVirtualList';
import type { EventActions } from './actions';
import { Entry, entryName, type EntryProps } from './entry';
import type { TranscriptReader } from './transcriptReader';
import { useEntryKeys } from './useEntryKeys';
import { useFollowing } from './useFollowing';
import { usePlace } from './usePlace';
import { dayWords, words } from './words';

/** Height of an entry that was never on the screen, in CSS pixels: between a folded tool call and a message. */
const estimate = 72;
/** Events to have on either side of the screen. */
const around = 20;
/** How far back to look for an event with a time, to tell whether a day begins. */
const untimed = 20;

interface FeedProps {
  readonly reader: TranscriptReader;
  readonly head: TranscriptHead;
  readonly kept: Pick<TranscriptPageState, 'at' | 'offset' | 'folds'>;
  readonly actions: EventActions;
  onMove(place: Pick<TranscriptPageState, 'at' | 'offset'>): void;
}

/** The conversation: as many of its events as are on the screen. */
export function Feed({ reader, head, kept, actions, onMove }: FeedProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useFollowing(scroller, kept.at === null);
  const [current, setCurrent] = useState<number>();
  const list = useVirtualList({ count: head.total, estimate, start: kept.at ?? head.total, scroller, following, kept: current });
  const generation = usePlace({ list, scroller, reader, following, kept, onMove });
  useEntryKeys({ list, scroller, current, setCurrent });

  const { startIndex, endIndex } = list.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() =>
    reader.want(following ? { fromEnd: endIndex - startIndex + 2 * around } : { first: startIndex - around, last: endIndex + around }),
  );

  const toggling: EventActions = {
    ...actions,
    toggle: (event) => {
      // What opens grows below its head; following the end would push the head out of view.
      setFollowing(false);
      actions.toggle(event);
    },
  };
  const rows = list.getVirtualItems().map(({ index, start }) => ({ index, start, event: reader.eventAt(index) }));
  return (
    <div class="feed-frame">
      <div
        class="feed"
        role="feed"
        aria-label={words.conversation()}
        aria-busy={rows.some(({ event }) => event === undefined)}
        tabIndex={0}
        ref={scroller}
      >
        <div class="feed-height" style={{ height: `${list.getTotalSize()}px` }}>
          {rows.map(({ index, start, event }) => (
            <Row
              key={`${generation} ${index}`}
              index={index}
              start={start}
              total={head.total}
              event={event}
              day={dayAt(reader, index)}
              agentName={head.agentName}
              open={event !== undefined && kept.folds[event.id] === true}
              actions={toggling}
              measure={list.measureElement}
              onFocus={setCurrent}
            />
          ))}
        </div>
      </div>
      {!following && (
        <div class="jump">
          <Button
            onClick={() => {
              setFollowing(true);
              // The button goes, and would take the focus along.
              scroller.current?.focus();
            }}
          >
            {words.jumpToLatest()}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps extends Omit<EntryProps, 'event'> {
  readonly index: number;
  readonly start: number;
  readonly total: number;
  /** `undefined` while it is not fetched. */
  readonly event: PageEvent | undefined;
  measure(element: HTMLElement | null): void;
  /** Focus came to `index`, or left it (`undefined`). */
  onFocus(index: number | undefined): void;
}

function Row({ index, start, total, event, measure, onFocus, ...entry }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isLoaded = event !== undefined;
  useLayoutEffect(() => {
    // After the content is in. What is not loaded keeps the estimate, or its true height would come as a change of size.
    if (isLoaded) measure(row.current);
  }, [isLoaded, measure]);
  return (
    <div class="row" ref={row} data-index={index} style={{ transform: `translateY(${start}px)` }} onFocusIn={() => onFocus(index)} onFocusOut={() => onFocus(undefined)}>
      <article
        class={event === undefined ? 'entry placeholder' : `entry entry-${event.type}${event.on_active_branch ? '' : ' entry-rewound'}`}
        tabIndex={-1}
        aria-posinset={index + 1}
        aria-setsize={total}
        aria-label={event === undefined ? words.notLoaded() : entryName(event, entry.agentName)}
        onKeyDown={(key) => {
          if (event === undefined || key.key !== 'Enter' || key.target !== key.currentTarget) return;
          key.preventDefault();
          entry.actions.toggle(event);
        }}
      >
        {event === undefined ? words.notLoaded() : <Entry event={event} {...entry} />}
      </article>
    </div>
  );
}

/** The words of the day that begins with the event at `index`; `undefined` where none does. */
function dayAt(reader: TranscriptReader, index: number): string | undefined {
  const at = reader.eventAt(index)?.at ?? null;
  if (at === null) return undefined;
  for (let before = index - 1; before >= Math.max(0, index - untimed); before--) {
    const event = reader.eventAt(before);
    // Not fetched yet: a day that comes and goes would move the text.
    if (event === undefined) return undefined;
    if (event.at !== null && calendarDay(event.at, { locale }) === calendarDay(at, { locale })) return undefined;
    if (event.at !== null) break;
  }
  return dayWords(dayOf(at, new Date().toISOString(), { locale }));
}
