import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualList } from '../useVirtualList';

interface EntryKeys {
  readonly list: VirtualList;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The entry that has the focus. */
  readonly current: number | undefined;
  readonly setCurrent: (index: number) => void;
  toEnd(): void;
}

/** Keys by which a browser scrolls what has the focus. */
const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);
const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * J and K go from entry to entry, from the one that has the focus, else from the first on the screen. Home and End go at
 * once: on a long way, heights would change under a movement that the browser animates, and it would end anywhere.
 */
export function useEntryKeys({ list, scroller, current, setCurrent, toEnd }: EntryKeys): void {
  /** Where a key sent the focus, until it is there. Keys can come faster than the page is drawn. */
  const wanted = useRef<number | undefined>(undefined);
  const latest = useRef(current);
  latest.current = current;

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const go = (step: number) => {
      const first = list.getVirtualItemForOffset(element.scrollTop)?.index ?? 0;
      const from = wanted.current ?? latest.current ?? first - Math.max(0, step);
      const index = Math.max(0, Math.min(from + step, list.options.count - 1));
      const isTall = (list.measurementsCache[index]?.size ?? 0) > element.clientHeight;
      list.scrollToIndex(index, { align: isTall ? 'start' : 'auto' });
      wanted.current = index;
      setCurrent(index);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.ctrlKey || key.metaKey || key.altKey || isWriting(key.target)) return;
      // A page that was just opened has the focus nowhere, and would not scroll.
      if (scrollKeys.has(key.key) && document.activeElement === document.body) element.focus({ preventScroll: true });
      const step = steps[key.key];
      const isInside = key.target instanceof Element && key.target.closest('pre, .wide') !== null;
      if (step !== undefined) go(step);
      else if (key.key === 'Home' && !isInside) element.scrollTop = 0;
      else if (key.key === 'End' && !isInside) toEnd();
      else return;
      key.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, scroller, setCurrent]);

  useLayoutEffect(() => {
    if (wanted.current === undefined || wanted.current !== current) return;
    const entry = scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"] > article`);
    entry?.focus({ preventScroll: true });
    wanted.current = undefined;
  });
}

/** Whether keys write where they are pressed. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
