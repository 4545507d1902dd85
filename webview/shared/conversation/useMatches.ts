import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { rangesOf, reveal } from '../findText';
import { foldsTo } from './folds';
import type { Search } from './useSearch';

/** Places that are marked at once: more than a screen has. */
const marked = 2000;

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly search: Pick<Search, 'text' | 'match' | 'goes'>;
  itemAt(row: number): PageItem | undefined;
  open(fold: string): void;
  /** Brings a row to the top, then calls `then`. */
  goTo(row: number, then: () => void): void;
}

/** Goes to the match, and marks what is looked for in the rows on the screen, without a change to their elements. */
export function useMatches({ scroller, search: { text, match, goes }, itemAt, open, goTo }: Options): void {
  /** Whether the match is to be brought into view as soon as it is drawn: what is opened for it comes later. */
  const isSought = useRef(false);
  const opened = useRef(0);
  const seek = () => {
    const [range] = match === undefined || text === undefined ? [] : rangesOf(elementOf(scroller.current, match.id) ?? document.createElement('i'), text, 1);
    if (!isSought.current || range === undefined) return;
    isSought.current = false;
    reveal(range, [range.startContainer.parentElement?.closest('pre'), scroller.current]);
  };
  const latest = useRef(seek);
  latest.current = seek;

  useEffect(() => {
    if (match === undefined) return;
    isSought.current = false;
    goTo(match.row, () => {
      isSought.current = true;
      latest.current();
    });
  }, [match?.id, goes]);

  useLayoutEffect(() => {
    const item = match === undefined || opened.current === goes ? undefined : itemAt(match.row);
    if (match === undefined || item === undefined) return;
    opened.current = goes;
    foldsTo(item, match.id).forEach(open);
  });

  useLayoutEffect(() => {
    CSS.highlights.clear();
    if (text === undefined || text === '' || scroller.current === null) return;
    CSS.highlights.set('match', new Highlight(...rangesOf(scroller.current, text, marked)));
    const current = match && elementOf(scroller.current, match.id);
    if (current !== undefined && current !== null) CSS.highlights.set('current-match', currentHighlight(current, text));
    seek();
  });
  useEffect(() => () => CSS.highlights.clear(), []);
}

function currentHighlight(element: Element, text: string): Highlight {
  const highlight = new Highlight(...rangesOf(element, text, marked));
  highlight.priority = 1;
  return highlight;
}

function elementOf(scroller: Element | null, event: string): Element | null | undefined {
  return scroller?.querySelector(`[data-event="${CSS.escape(event)}"]`);
}
