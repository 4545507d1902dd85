import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageEvent } from '../../src/shared/transcriptContract';
import { Entry, entryName, type EntryProps } from './entry';
import { words } from './words';

interface RowProps extends Omit<EntryProps, 'event'> {
  readonly index: number;
  readonly total: number;
  /** `undefined` while it is not fetched. */
  readonly event: PageEvent | undefined;
  measure(element: HTMLElement): void;
  /** Focus came to `index`, or left it (`undefined`). */
  onFocus(index: number | undefined): void;
}

/** The place of an event in the list. Its own boxes have one style for all events: see `useVirtualList`. */
export function Row({ index, total, event, measure, onFocus, ...entry }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isLoaded = event !== undefined;
  useLayoutEffect(() => {
    // After the content is in. What is not loaded has the estimate for its height.
    if (isLoaded && row.current !== null) measure(row.current);
  }, [isLoaded, measure]);
  return (
    <div class="row" ref={row} data-index={index} onFocusIn={() => onFocus(index)} onFocusOut={() => onFocus(undefined)}>
      <article
        class="entry"
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
        {event === undefined ? <p class="placeholder">{words.notLoaded()}</p> : <Entry event={event} {...entry} />}
      </article>
    </div>
  );
}
