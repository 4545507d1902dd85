import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface ChartProps {
  readonly label: string;
  readonly hint: string;
  readonly count: number;
  /** What is told of the mark at a place, line by line. */
  tell(place: number): readonly string[];
  /** The place that an arrow key leads to. */
  step(key: string): number;
  /** The mark under the pointer, which is at these parts of the width and height; `undefined` where there is none. */
  at(x: number, y: number): number | undefined;
  /** Where a mark's middle is, as a part of the width. */
  middle(place: number): number;
  onChoose(place: number): void;
  /** Draws the marks; `marked` is the one that is told of. */
  draw(marked: number | undefined): ComponentChildren;
}

/**
 * A chart as one stop of the keyboard: marks may be narrower than a pointer can hit or a finger touch. To a screen reader it is a
 * slider over its marks.
 */
export function Chart({ label, hint, count, tell, step, at, middle, onChoose, draw }: ChartProps) {
  const [place, setPlace] = useState(count - 1);
  const [marked, setMarked] = useState<number>();
  const now = Math.min(place, count - 1);
  const placeOf = (event: MouseEvent & { currentTarget: HTMLElement }): number | undefined => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return at((event.clientX - left) / width, (event.clientY - top) / height);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(now);
      return;
    }
    const ends: Record<string, number> = { Home: -count, End: count };
    const by = ends[event.key] ?? step(event.key);
    if (by === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, now + by));
    setPlace(next);
    setMarked(next);
  };
  const choose = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const chosen = placeOf(event);
    if (chosen === undefined) return;
    setPlace(chosen);
    onChoose(chosen);
  };
  return (
    <div class="chart">
      <div
        class="marks"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-description={hint}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={now}
        aria-valuetext={tell(now).join('; ')}
        onKeyDown={press}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setMarked(now)}
        onBlur={() => setMarked(undefined)}
        onMouseMove={(event) => setMarked(placeOf(event))}
        onMouseLeave={() => setMarked(undefined)}
        onClick={choose}
      >
        {draw(marked)}
      </div>
      {marked !== undefined && marked < count && (
        <div class={`tip ${middle(marked) > 0.5 ? 'tip-end' : ''}`} style={{ insetInlineStart: `${middle(marked) * 100}%` }} aria-hidden="true">
          {tell(marked).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  );
}
