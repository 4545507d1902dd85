import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TranscriptPageState } from '../../src/shared/transcriptPageState';
import type { VirtualList } from '../shared/useVirtualList';
import type { TranscriptReader } from './transcriptReader';

type Kept = Pick<TranscriptPageState, 'at' | 'offset'>;
interface Anchor {
  readonly index: number;
  readonly offset: number;
  readonly id: string | undefined;
}

/**
 * Whether the reader is at the end, and is kept there as events are added. Scrolling up ends that; content that grows
 * leaves the end too, but never moves up.
 */
export function useFollowing(scroller: RefObject<HTMLElement | null>, start: boolean): [boolean, (following: boolean) => void] {
  const [following, setFollowing] = useState(start);
  const isFollowing = useRef(following);
  isFollowing.current = following;

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let last = element.scrollTop;
    const isAtEnd = () => element.scrollHeight - element.clientHeight - element.scrollTop <= 1;
    const onScroll = () => {
      if (isAtEnd()) setFollowing(true);
      else if (element.scrollTop < last) setFollowing(false);
      last = element.scrollTop;
    };
    const sizes = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
      else if (isAtEnd()) setFollowing(true);
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    for (const sized of [element, ...element.children]) sizes.observe(sized);
    return () => {
      element.removeEventListener('scroll', onScroll);
      sizes.disconnect();
    };
  }, [scroller]);
  return [following, setFollowing];
}

/** Brings the list to where the reader was, keeps it there when the events change, and tells where it is. */
export function usePlace(list: VirtualList, reader: TranscriptReader, following: boolean, kept: Kept, onMove: (place: Kept) => void): void {
  const target = useRef<Omit<Anchor, 'id'> | undefined>(kept.at === null ? undefined : { index: kept.at, offset: kept.offset });
  const anchor = useRef<Anchor | undefined>(undefined);
  const revision = reader.head?.revision;

  useLayoutEffect(() => {
    const seen = anchor.current;
    if (following) return list.scrollToEnd();
    if (seen?.id === undefined || reader.eventAt(seen.index)?.id === seen.id) return;
    const index = reader.positionOf(seen.id);
    if (index !== undefined) target.current = { index, offset: seen.offset };
  }, [revision, following]);

  useLayoutEffect(() => {
    const wanted = target.current;
    if (wanted === undefined) return;
    // The height decides how far into it the reader was: until it is measured, its top must do.
    const index = Math.min(wanted.index, list.options.count - 1);
    const isMeasured = list.itemSizeCache.has(index);
    const start = list.measurementsCache[index]?.start ?? 0;
    list.scrollToOffset(start + (isMeasured ? wanted.offset : 0));
    // What is not fetched is not measured either, and must not hold the view.
    if (isMeasured || reader.eventAt(index) === undefined) target.current = undefined;
  });

  useLayoutEffect(() => {
    const top = list.scrollOffset ?? 0;
    const item = list.getVirtualItemForOffset(top);
    if (item === undefined || target.current !== undefined) return;
    const offset = Math.max(0, Math.round(top - item.start));
    anchor.current = { index: item.index, offset, id: reader.eventAt(item.index)?.id };
    onMove(following ? { at: null, offset: 0 } : { at: item.index, offset });
  });
}
