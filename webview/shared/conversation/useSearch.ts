import { useEffect, useRef, useState } from 'preact/hooks';
import type { TranscriptMatch, TranscriptMatches } from '../../../src/shared/transcriptContract';
import type { TranscriptReader } from './transcriptReader';

/** Milliseconds without another key before what was typed is looked for. */
const typing = 150;

interface Found extends TranscriptMatches {
  /** What was looked for. */
  readonly text?: string;
}

const nothing: Found = { matches: [], total: 0, elsewhere: null };

export interface Search {
  /** What is looked for; `undefined` while the bar is closed. */
  readonly text: string | undefined;
  /** `undefined` while it is not known. */
  readonly total: number | undefined;
  /** Of the match that is gone to, from 0. */
  readonly index: number;
  readonly match: TranscriptMatch | undefined;
  /** Changes with each wish to go to the match. */
  readonly goes: number;
  /** `undefined` closes. */
  setText(text: string | undefined): void;
  /** Matches on branches that are not shown. */
  readonly elsewhere: number;
  /** Goes to the next of those, on its branch. */
  goElsewhere(): void;
  step(by: 1 | -1): void;
}

interface Searched {
  readonly reader: TranscriptReader;
  /** The first row on the screen, from where the search goes on. */
  firstRow(): number | null;
  /** Shows the branches that lead to a match. */
  choose(branches: readonly string[]): void;
}

/** Looks for a text in the part that is shown: on the branches that are shown, and how often on others. */
export function useSearch({ reader, firstRow, choose }: Searched): Search {
  const [text, setText] = useState<string>();
  const [found, setFound] = useState(nothing);
  const [index, setIndex] = useState(0);
  const [goes, setGoes] = useState(0);
  const at = useRef<TranscriptMatch>(undefined);
  at.current = found.matches[index];
  /** The match that its branch is being shown for. */
  const sought = useRef<string>(undefined);

  useEffect(() => {
    if (text === undefined || text === '') return setFound(nothing);
    let isOver = false;
    const look = async () => {
      const answer = await reader.search(text);
      if (isOver || !answer.ok) return;
      const { matches } = answer.value;
      const isSame = found.text === text;
      const wanted = sought.current ?? at.current?.id;
      const here = isSame ? matches.findIndex(({ id }) => id === wanted) : -1;
      const next = matches.findIndex(({ row }) => row >= (firstRow() ?? Infinity));
      setFound({ ...answer.value, text });
      setIndex(here >= 0 ? here : next >= 0 ? next : Math.max(0, matches.length - 1));
      if (!isSame || (here >= 0 && sought.current !== undefined)) setGoes((past) => past + 1);
      sought.current = undefined;
    };
    const timer = setTimeout(() => void look(), typing);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, reader.head?.revision, reader.head?.part?.index]);

  return {
    text,
    total: found.text === text ? found.total : undefined,
    index,
    match: text === undefined ? undefined : found.matches[index],
    goes,
    setText,
    elsewhere: found.text === text ? (found.elsewhere?.count ?? 0) : 0,
    goElsewhere() {
      if (found.elsewhere === null) return;
      sought.current = found.elsewhere.id;
      choose(found.elsewhere.branches);
    },
    step(by) {
      const { length } = found.matches;
      if (length === 0) return;
      setIndex((index + by + length) % length);
      setGoes(goes + 1);
    },
  };
}
