import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Disposable } from '../../../src/core/owned';
import { agentNames, parseKey } from '../../../src/shared/agentId';
import { chosen } from '../../../src/shared/fork';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import { eventActions } from './eventActions';
import { failureWords } from './failureWords';
import type { KeptState } from './keptState';
import { screenful } from './screenful';
import { SubagentRun } from './subagentRun';
import type { PageFailure, TranscriptReader } from './transcriptReader';
import { useSearch, type Search } from './useSearch';
import type { View } from './view';
import { words } from './words';

/** What happened last, to be said to a screen reader as well. */
export interface Status {
  readonly text: string;
  readonly failed: boolean;
}

export type KeptPlace = Pick<TranscriptPageState, 'at' | 'offset'>;

/** A session's conversation on a page, and what its reader is doing there. */
export interface Conversation {
  readonly reader: TranscriptReader;
  readonly agentName: string;
  readonly view: View;
  readonly search: Search;
  readonly status: Status | undefined;
  /** What a step to another branch led to, to be said to a screen reader alone: it shows. */
  readonly stepped: string;
  /** Where it starts when it is drawn next. */
  readonly start: KeptPlace;
  say(status: Status): void;
  /** Says how something ended: what went wrong, else `done`. */
  tell(outcome: PageFailure | undefined, done: string): void;
  keepPlace(place: KeptPlace): void;
  /** `null`: the last. */
  showPart(part: number | null): void;
  /** Absent while nothing but what a resume goes on from was chosen. */
  readonly showCurrent: (() => void) | undefined;
  openFind(): void;
  closeFind(): void;
}

interface ConversationSource {
  readonly reader: TranscriptReader;
  readonly kept: KeptState;
  /** Calls `listener` whenever the source has changed. */
  onOutdated(listener: () => void): Disposable;
}

/** Reads the conversation for as long as it is on the page, and again whenever its source changes. */
export function useConversation({ reader, kept, onOutdated }: ConversationSource): Conversation {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const [status, say] = useState<Status>();
  const [stepped, setStepped] = useState('');
  const start = useRef<KeptPlace>(kept.value);
  /** Of the sub-agents whose runs were opened, by their ids. */
  const runs = useRef(new Map<string, TranscriptReader>()).current;
  const agent = parseKey(kept.value.key)?.agent;
  const agentName = reader.head?.agentName ?? (agent === undefined ? '' : agentNames[agent]);

  useEffect(() => {
    const changes = reader.onDidChange(() => render(undefined));
    const outdated = onOutdated(() => [reader, ...runs.values()].forEach((each) => void each.refresh()));
    void reader.refresh();
    return () => {
      changes.dispose();
      outdated.dispose();
    };
  }, [reader]);

  const tell = (outcome: PageFailure | undefined, done: string) => {
    if (outcome === undefined) return say({ text: done, failed: false });
    const { what, next } = failureWords(outcome, agentName);
    say({ text: `${what} ${next}`, failed: true });
  };
  const toggle = (fold: string, open: boolean) => {
    kept.setFold(fold, open);
    render(undefined);
  };
  const choose = (of: TranscriptReader, branches: readonly string[]) => {
    kept.setBranches(branches);
    of.showBranches(kept.value.branches);
  };
  const stepIn: View['stepIn'] = (of, fork, index) => {
    choose(of, chosen(kept.value.branches, fork, index));
    const place = words.branch(index + 1, fork.branches.length);
    setStepped(index === fork.current ? place : `${place}. ${words.branchLeft()}`);
  };
  const view: View = {
    agentName,
    folder: reader.head?.folder ?? null,
    stepIn,
    actions: eventActions({ reader, tell, toggle, step: (fork, index) => stepIn(reader, fork, index) }),
    isOpen: (fold, byDefault = false) => kept.value.folds[fold] ?? byDefault,
    loading: (event) => reader.loading(event),
    drawSubagent(id, inside) {
      const run = runs.get(id) ?? reader.ofSubagent(id);
      runs.set(id, run);
      return <SubagentRun id={id} reader={run} view={inside} tell={tell} />;
    },
  };
  const search = useSearch({
    reader,
    firstRow: () => kept.value.at,
    choose: (branches) => choose(reader, [...kept.value.branches.filter((id) => !branches.includes(id)), ...branches]),
  });
  const openFind = () => search.setText(search.text ?? '');
  useFindKey(() => {
    openFind();
    document.querySelector<HTMLInputElement>('.find-bar input')?.select();
  });

  return {
    reader,
    agentName,
    view,
    search,
    status,
    stepped,
    start: start.current,
    say,
    tell,
    keepPlace: (place) => kept.set(place),
    showPart(part) {
      const isEarlier = part !== null && part < (reader.head?.part?.index ?? 0);
      start.current = { at: isEarlier ? null : 0, offset: 0 };
      kept.set({ part });
      reader.showPart(part, isEarlier ? { fromEnd: screenful } : { first: 0, last: screenful });
    },
    showCurrent:
      kept.value.branches.length === 0
        ? undefined
        : () => {
            choose(reader, []);
            setStepped(words.currentShown());
            // The bar goes, and would take the focus along.
            focusFeed();
          },
    openFind,
    closeFind() {
      search.setText(undefined);
      // The bar goes, and would take the focus along.
      focusFeed();
    },
  };
}

function focusFeed(): void {
  document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
}

/** Calls `open` for Ctrl+F, and ⌘F. */
function useFindKey(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key.toLowerCase() !== 'f' || !(key.ctrlKey || key.metaKey) || key.altKey || key.shiftKey) return;
      key.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
