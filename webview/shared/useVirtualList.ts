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
  /** An item that stays in the document when it is scrolled away, so that focus is not lost. */
  readonly kept: number | undefined;
}

interface VirtualRows {
  readonly list: VirtualList;
  /** To be called with an item's element (`data-index`) when its content is in. */
  measure(element: HTMLElement): void;
  /** What is to be in the document, in the flow; before each a gap of so many CSS pixels, for the items that are not. */
  readonly rows: readonly { readonly index: number; readonly gap: number }[];
  /** The gap after the last. */
  readonly rest: number;
}

/** Room above the first and below the last item, in CSS pixels. */
const padding = 8;

/**
 * A long list of which only what is on the screen is in the document. Heights are measured as items come (`measure`).
 *
 * It is the browser's scroll anchoring that keeps the view still when an item above it turns out higher or lower than
 * expected: setting the scroll position, as virtual-core would, ends a scroll that the browser is animating. Anchoring
 * wants items in the flow, as children of the scroller (a box around them would be taken for what to hold the view to
 * while there are only gaps on the screen), and boxes of theirs that keep their size, padding and margin as styles.
 */
export function useVirtualList({ count, estimate, start, scroller, kept }: VirtualListOptions): VirtualRows {
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
  };
  const [list] = useState(() => {
    const created = new Virtualizer<HTMLElement, HTMLElement>(options);
    created.shouldAdjustScrollPositionOnItemSizeChange = ({ index }, delta) => {
      // Asking for the total brings in what was measured just before; the item that is passed knows nothing of it.
      created.getTotalSize();
      const offset = created.scrollOffset ?? 0;
      // The browser moves with the next frame; a list that did not know would drop what is on the screen until then.
      if ((created.measurementsCache[index]?.end ?? 0) <= offset) created.scrollOffset = offset + delta;
      return false;
    };
    return created;
  });
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  useLayoutEffect(() => {
    // The list may count on a movement that the browser did not make (nothing to hold the view to, an offset beyond the
    // end), and then no event tells it.
    const frame = requestAnimationFrame(() => {
      const element = scroller.current;
      if (element !== null && Math.abs(element.scrollTop - (list.scrollOffset ?? 0)) > 1) element.dispatchEvent(new Event('scroll'));
    });
    return () => cancelAnimationFrame(frame);
  });

  const measure = useCallback(
    (element: HTMLElement) => {
      list.measureElement(element);
      // While it scrolls, the list would wait for the next frame; the browser has moved by then, and it would count that twice.
      list.resizeItem(list.indexFromElement(element), list.options.measureElement(element, undefined, list));
    },
    [list],
  );
  let end = 0;
  const rows = list.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return { list, measure, rows, rest: list.getTotalSize() - end };
}
