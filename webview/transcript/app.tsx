import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { agentNames, parseSessionKey } from '../../src/shared/agentId';
import type { TranscriptContract, TranscriptHead } from '../../src/shared/transcriptContract';
import type { TranscriptPageState } from '../../src/shared/transcriptPageState';
import type { Bridge } from '../shared/bridge';
import { renderedText } from '../shared/markdown';
import { Feed } from './feed';
import { FindBar } from './findBar';
import { Footer, type Status } from './footer';
import { Head } from './head';
import type { KeptState } from './keptState';
import { PartBar } from './partBar';
import { screenful } from './screenful';
import { Empty, Failed, Loading, Outdated } from './states';
import type { PageFailure, TranscriptReader } from './transcriptReader';
import { useSearch } from './useSearch';
import { asLoaded, type EventActions, type View } from './view';
import { failureWords, words } from './words';

interface AppProps {
  readonly bridge: Bridge<TranscriptContract>;
  readonly reader: TranscriptReader;
  readonly kept: KeptState;
}

/** The whole page. */
export function App({ bridge, reader, kept }: AppProps) {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const [status, setStatus] = useState<Status>();
  /** Where the conversation starts when it is drawn next. */
  const start = useRef<Pick<TranscriptPageState, 'at' | 'offset'>>(kept.value);
  const agent = parseSessionKey(kept.value.key)?.agent;
  const agentName = reader.head?.agentName ?? (agent === undefined ? '' : agentNames[agent]);

  useEffect(() => {
    const changes = reader.onDidChange(() => render(undefined));
    const outdated = bridge.on('transcript.changed', () => void reader.refresh());
    void reader.refresh();
    return () => {
      changes.dispose();
      outdated.dispose();
    };
  }, [bridge, reader]);

  const tell = (outcome: PageFailure | undefined, done: string) => {
    if (outcome === undefined) return setStatus({ text: done, failed: false });
    const { what, next } = failureWords(outcome, agentName);
    setStatus({ text: `${what} ${next}`, failed: true });
  };
  const resume = async () => {
    setStatus({ text: words.opening(agentName), failed: false });
    const answer = await reader.ask('transcript.resume', {});
    tell(answer.ok ? undefined : answer, words.opened(agentName));
  };
  const ask = async (wish: 'transcript.export' | 'transcript.copyLink', done: string) => {
    const answer = await reader.ask(wish, {});
    tell(answer.ok ? undefined : answer, done);
  };
  const actions: EventActions = {
    toggle(fold, open) {
      kept.setFold(fold, open);
      render(undefined);
    },
    async load(event) {
      const failure = await reader.load(event, false);
      if (failure !== undefined) tell(failure, '');
    },
    async showAll(event) {
      // The button goes when the text is there, and would take the focus along.
      document.activeElement?.closest('article')?.focus({ preventScroll: true });
      tell(await reader.load(event, true), '');
    },
    async copy(event, as) {
      const failure = asLoaded(view, event).clipped === undefined ? undefined : await reader.load(event, true);
      if (failure !== undefined) return tell(failure, '');
      const markdown = asLoaded(view, event).text;
      const text = as === 'markdown' ? markdown : renderedText(markdown, { breaks: event.type === 'user_message' });
      const answer = await reader.ask('transcript.copy', { text });
      tell(answer.ok ? undefined : answer, words.copied());
    },
    async reveal({ file, line }) {
      const answer = await reader.ask('transcript.reveal', { file, line });
      tell(answer.ok ? undefined : answer, '');
    },
    async pictures(event) {
      const answer = await reader.pictures(event);
      if (!answer.ok) tell(answer, '');
      return answer.ok ? answer.value : [];
    },
    async openSubagent(id) {
      const answer = await reader.ask('transcript.openSubagent', { id });
      tell(answer.ok ? undefined : answer, '');
    },
  };
  const view: View = {
    agentName,
    actions,
    isOpen: (fold, byDefault = false) => kept.value.folds[fold] ?? byDefault,
    loading: (event) => reader.loading(event),
  };

  const showPart = (part: number | null) => {
    const isEarlier = part !== null && part < (head?.part?.index ?? 0);
    start.current = { at: isEarlier ? null : 0, offset: 0 };
    kept.set({ part });
    reader.showPart(part, isEarlier ? { fromEnd: screenful } : { first: 0, last: screenful });
  };

  const search = useSearch(reader, () => kept.value.at);
  const closeFind = () => {
    search.setText(undefined);
    // The bar goes, and would take the focus along.
    document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key.toLowerCase() !== 'f' || !(key.ctrlKey || key.metaKey) || key.altKey || key.shiftKey) return;
      key.preventDefault();
      search.setText(search.text ?? '');
      document.querySelector<HTMLInputElement>('.find-bar input')?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [search.text]);

  const { head, failure } = reader;
  if (head === undefined) {
    return failure === undefined ? <Loading /> : <Failed failure={failure} agentName={agentName} onRetry={() => void reader.refresh()} />;
  }
  return (
    <>
      <Head head={head} onFind={() => search.setText(search.text ?? '')} onExport={() => void ask('transcript.export', '')} onCopyLink={() => void ask('transcript.copyLink', words.copied())} />
      {search.text !== undefined && <FindBar search={search} onClose={closeFind} />}
      {failure !== undefined && <Outdated failure={failure} agentName={agentName} onRetry={() => void reader.refresh()} />}
      {head.part !== null && <PartBar part={head.part} onShow={showPart} />}
      <main>
        {head.total === 0 ? (
          <Empty />
        ) : (
          <Feed key={partName(head)} reader={reader} head={head} kept={start.current} view={view} search={search} onMove={(place) => kept.set(place)} />
        )}
      </main>
      <Footer agentName={agentName} status={status} onOpen={() => void resume()} />
    </>
  );
}

/** Another part is another list. The last part stays the last while it grows, whatever its number. */
function partName({ part }: TranscriptHead): string {
  return part === null || part.index === part.count - 1 ? 'last' : String(part.index);
}
