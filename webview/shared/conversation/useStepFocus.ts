import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Fork } from '../../../src/shared/fork';

const gestures = ['pointerdown', 'keydown'] as const;

/**
 * Other rows come with another branch, and the button that brought them goes. Answers how to have its like focused when they are
 * there; that in turn answers the row before the stepper, the last that stays as it is.
 */
export function useStepFocus(scroller: RefObject<HTMLElement | null>): (fork: Fork) => number {
  const wanted = useRef<{ readonly fork: string; readonly button: number }>(undefined);
  useEffect(() => {
    // The reader goes on to something else.
    const forget = () => (wanted.current = undefined);
    for (const gesture of gestures) window.addEventListener(gesture, forget, true);
    return () => gestures.forEach((gesture) => window.removeEventListener(gesture, forget, true));
  }, []);
  useLayoutEffect(() => {
    // Rows may be drawn more than once until they are at rest.
    if (wanted.current === undefined || document.activeElement !== document.body) return;
    const { fork, button } = wanted.current;
    scroller.current?.querySelector(`[data-fork="${CSS.escape(fork)}"]`)?.querySelectorAll('button')[button]?.focus({ preventScroll: true });
  });
  return useCallback(
    ({ branches: [first], branches, shown }: Fork) => {
      const name = first ?? '';
      const stepper = scroller.current?.querySelector(`[data-fork="${CSS.escape(name)}"]`);
      const button = [...(stepper?.querySelectorAll('button') ?? [])].findIndex((each) => each === document.activeElement);
      wanted.current = button < 0 ? undefined : { fork: name, button };
      const row = Number(stepper?.closest('[data-index]')?.getAttribute('data-index') ?? 0);
      return branches[shown] === null ? row : Math.max(0, row - 1);
    },
    [scroller],
  );
}
