import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import type { VirtualList } from '../useVirtualList';
import type { TranscriptReader } from './transcriptReader';

type Kept = Pick<TranscriptPageState, 'at' | 'offset'>;

/** An entry, and how far its top is above the top of the view, in CSS pixels. */
interface Place {
  readonly index: number;
  readonly offset: number;
}

/** Brings a row to the top, and calls `then` when it has come to rest or the reader has gone elsewhere. */
type GoTo = (index: number, then: () => void) => void;

interface Options {
  readonly list: VirtualList;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly reader: TranscriptReader;
  readonly following: boolean;
  /** Is set while `hold` waits and works. */
  readonly isMoving: { current: boolean };
  readonly kept: Kept;
  onMove(place: Kept): void;
}

/**
 * Brings the list to where the reader was, keeps it there when the rows change, and tells where it is.
 * `generation` changes when rows have moved to other places, so that no height that was measured holds any more. `hold` keeps a row
 * where it is when the next revision comes.
 */
export function usePlace({ list, scroller, reader, following, isMoving, kept, onMove }: Options): { generation: number; goTo: GoTo; hold(index: number): void } {
  const [generation, setGeneration] = useState(0);
  const [goes, setGoes] = useState(0);
  const arrived = useRef<() => void>(undefined);
  const target = useRef<Place | undefined>(kept.at === null ? undefined : { index: kept.at, offset: kept.offset });
  const seen = useRef<Place & { readonly id: string | undefined }>(undefined);
  /** Where the rows are to be when others come in the place of some. */
  const held = useRef<Place>(undefined);
  const revision = reader.head?.revision;

  useLayoutEffect(() => {
    if (held.current !== undefined) {
      target.current = held.current;
      held.current = undefined;
      list.measure();
      setGeneration((past) => past + 1);
      return;
    }
    if (following) return;
    const { index, offset, id } = seen.current ?? {};
    if (id === undefined || offset === undefined || firstId(reader, index ?? 0) === id) return;
    const moved = reader.indexOf(id);
    if (moved === undefined) return;
    target.current = { index: moved, offset };
    list.measure();
    setGeneration((past) => past + 1);
  }, [revision]);

  useLayoutEffect(() => {
    const place = target.current;
    if (place === undefined || scroller.current === null) return;
    return holdAt(list, scroller.current, place, () => {
      if (target.current !== place) return;
      target.current = undefined;
      // Drawn once more: whether the end is on the screen can be told now.
      if (isMoving.current) setGoes((past) => past + 1);
      isMoving.current = false;
      arrived.current?.();
      arrived.current = undefined;
    });
  }, [generation, goes]);

  useLayoutEffect(() => {
    // The next revision did not come, or was the same.
    if (held.current === undefined || reader.isFilling) return;
    held.current = undefined;
    isMoving.current = false;
  });

  useLayoutEffect(() => {
    const place = target.current === undefined && scroller.current !== null ? placeIn(scroller.current) : undefined;
    if (place === undefined) return;
    seen.current = { ...place, id: firstId(reader, place.index) };
    onMove(following ? { at: null, offset: 0 } : { at: place.index, offset: place.offset });
  });

  const hold = useCallback((index: number) => {
    const row = scroller.current?.querySelector(`[data-index="${index}"]`);
    if (!row || scroller.current === null) return;
    const offset = scroller.current.getBoundingClientRect().top - row.getBoundingClientRect().top;
    held.current = { index, offset };
    isMoving.current = true;
  }, []);
  const goTo = useCallback<GoTo>((index, then) => {
    target.current = { index, offset: 0 };
    arrived.current = then;
    setGoes((past) => past + 1);
  }, []);
  return { generation, goTo, hold };
}

function firstId(reader: TranscriptReader, index: number): string | undefined {
  return reader.itemAt(index)?.events[0].id;
}

/** The first entry that is on the screen, and how much of it is above. */
function placeIn(scroller: HTMLElement): Place | undefined {
  const { top } = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll('[data-index]')) {
    const rect = row.getBoundingClientRect();
    if (rect.bottom > top) return { index: Number(row.getAttribute('data-index')), offset: Math.max(0, Math.round(top - rect.top)) };
  }
  return undefined;
}

/** Frames without a movement after which all heights around the place are known. */
const calmFrames = 5;

/**
 * Scrolls to `place` and again with every frame, as heights get known, until nothing moves any more or the reader
 * scrolls. Then calls `done`. Answers how to stop.
 */
function holdAt(list: VirtualList, scroller: HTMLElement, place: Place, done: () => void): () => void {
  let frame = 0;
  let calm = 0;
  const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const gesture of gestures) window.removeEventListener(gesture, stop, true);
    done();
  };
  const step = () => {
    const index = Math.min(place.index, list.options.count - 1);
    const row = scroller.querySelector(`[data-index="${index}"]`);
    const before = scroller.scrollTop;
    scroller.scrollTop =
      row === null
        ? (list.measurementsCache[index]?.start ?? 0)
        : before + row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + place.offset;
    calm = scroller.scrollTop === before ? calm + 1 : 0;
    if (calm === calmFrames) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const gesture of gestures) window.addEventListener(gesture, stop, { capture: true, passive: true });
  step();
  return stop;
}
