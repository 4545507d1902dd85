import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { VirtualList } from '../shared/useVirtualList';

interface EntryKeys {
  readonly list: VirtualList;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The entry that has the focus. */
  readonly current: number | undefined;
  readonly setCurrent: (index: number) => void;
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** J and K go from entry to entry, from the one that has the focus, else from the first on the screen. */
export function useEntryKeys({ list, scroller, current, setCurrent }: EntryKeys): void {
  /** Where a key sent the focus, until it is there. Keys can come faster than the page is drawn. */
  const wanted = useRef<number | undefined>(undefined);
  const latest = useRef(current);
  latest.current = current;

  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      const step = steps[key.key];
      if (step === undefined || key.ctrlKey || key.metaKey || key.altKey) return;
      key.preventDefault();
      const from = wanted.current ?? latest.current ?? (list.getVirtualItemForOffset(list.scrollOffset ?? 0)?.index ?? 0) - Math.max(0, step);
      const index = Math.max(0, Math.min(from + step, list.options.count - 1));
      const item = list.measurementsCache[index];
      const isTall = item !== undefined && item.size > (scroller.current?.clientHeight ?? 0);
      list.scrollToIndex(index, { align: isTall ? 'start' : 'auto' });
      wanted.current = index;
      setCurrent(index);
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
