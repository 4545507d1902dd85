import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { foldOf } from './folds';
import { Item } from './item';
import { itemName } from './itemName';
import type { ItemProps } from './view';
import { words } from './words';

interface RowProps extends Omit<ItemProps, 'item'> {
  readonly index: number;
  readonly total: number;
  /** `undefined` while it is not fetched. */
  readonly item: PageItem | undefined;
  measure(element: HTMLElement): void;
  /** Focus came to `index`, or left it (`undefined`). */
  onFocus(index: number | undefined): void;
}

/** The place of an item in the list. Its own boxes have one style for all items: see `useVirtualList`. */
export function Row({ index, total, item, measure, onFocus, view, isLive }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isLoaded = item !== undefined;
  useLayoutEffect(() => {
    // After the content is in. What is not loaded has the estimate for its height.
    if (isLoaded && row.current !== null) measure(row.current);
  }, [isLoaded, measure]);
  return (
    <div class="row" ref={row} data-index={index} onFocusIn={() => onFocus(index)} onFocusOut={() => onFocus(undefined)}>
      <article
        class="entry"
        data-event={item === undefined || item.kind === 'actions' || item.kind === 'subagent' ? undefined : item.events[0].id}
        tabIndex={-1}
        aria-posinset={index + 1}
        aria-setsize={total}
        aria-label={item === undefined ? words.notLoaded() : itemName(item, view.agentName)}
        onKeyDown={(key) => {
          const fold = item === undefined ? undefined : foldOf(item, isLive);
          if (fold === undefined || key.key !== 'Enter' || key.target !== key.currentTarget) return;
          key.preventDefault();
          view.actions.toggle(fold.name, !view.isOpen(fold.name, fold.byDefault));
        }}
      >
        {item === undefined ? <p class="placeholder">{words.notLoaded()}</p> : <Item item={item} view={view} isLive={isLive} />}
      </article>
    </div>
  );
}
