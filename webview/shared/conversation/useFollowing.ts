import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Whether the reader is at the end, and is kept there as events are added. Scrolling up ends that; content that grows
 * leaves the end too, but never moves up. While `isFilling`, what was opened has not all of its content yet: that the end
 * is on the screen says nothing then.
 */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  start: boolean,
  isFilling: () => boolean,
): [boolean, (following: boolean) => void] {
  const [following, showFollowing] = useState(start);
  // Events, frames and drawing come in any order, and each must see what the one before it found.
  const now = useRef({ following: start, top: 0 }).current;

  const set = useCallback(
    (value: boolean) => {
      now.following = value;
      showFollowing(value);
    },
    [now],
  );
  const hold = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    if (isAtEnd(element)) set(now.following || !isFilling());
    else if (now.following) element.scrollTop = element.scrollHeight;
    now.top = element.scrollTop;
  }, [scroller, now, set]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      if (isAtEnd(element)) set(true);
      else if (element.scrollTop < now.top) set(false);
      now.top = element.scrollTop;
    };
    const sizes = new ResizeObserver(hold);
    sizes.observe(element);
    // Before the list hears of it: what it draws then is held at the end, or not.
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true });
      sizes.disconnect();
    };
  }, [scroller, now, set, hold]);
  // Whatever was drawn may have another height.
  useLayoutEffect(hold);
  return [following, set];
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= 1;
}
