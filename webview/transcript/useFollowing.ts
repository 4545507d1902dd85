import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

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
