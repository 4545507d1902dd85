import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useState } from 'preact/hooks';

export type VirtualList = Virtualizer<HTMLElement, HTMLElement>;

interface VirtualListOptions {
  readonly count: number;
  /** Height of an item that was never on the screen, in CSS pixels. The same for all, or the view would jump when it changes. */
  readonly estimate: number;
  /** The item to start at. */
  readonly start: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Stay at the end while items are added or grow. */
  readonly following: boolean;
  /** An item that stays in the document when it is scrolled away, so that focus is not lost. */
  readonly kept: number | undefined;
}

/** Room above the first and below the last item, in CSS pixels. */
const padding = 8;

/**
 * A long list of which only what is on the screen is in the document. Heights are measured as items come (`measureElement`),
 * and what is above the view moves nothing below its top.
 */
export function useVirtualList({ count, estimate, start, scroller, following, kept }: VirtualListOptions): VirtualList {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept === undefined || kept >= range.count || indexes.includes(kept)) return indexes;
      return kept < (indexes[0] ?? 0) ? [kept, ...indexes] : [...indexes, kept];
    },
    [kept],
  );
  const options = {
    count,
    estimateSize: () => estimate,
    getScrollElement: () => scroller.current,
    initialOffset: padding + start * estimate,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => render(undefined),
    rangeExtractor,
    overscan: 5,
    paddingStart: padding,
    paddingEnd: padding,
    anchorTo: following ? 'end' : 'start',
    scrollEndThreshold: 32,
  } as const;
  const [list] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  // Where all fits, the browser cuts the first offset to 0 and sends no event, and the list would go on believing it.
  useLayoutEffect(() => void scroller.current?.dispatchEvent(new Event('scroll')), [list, scroller]);
  return list;
}
