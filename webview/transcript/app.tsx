import { useEffect, useReducer, useState } from 'preact/hooks';
import { agentNames, parseSessionKey } from '../../src/shared/agentId';
import type { TranscriptContract } from '../../src/shared/transcriptContract';
import type { Bridge } from '../shared/bridge';
import { Button } from '../shared/button';
import type { EventActions } from './actions';
import { Feed } from './feed';
import { Footer, type Status } from './footer';
import { Head } from './head';
import type { KeptState } from './keptState';
import type { PageFailure, TranscriptReader } from './transcriptReader';
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
  const actions: EventActions = {
    toggle(event) {
      kept.setFold(event.id, kept.value.folds[event.id] !== true);
      render(undefined);
    },
    async showAll(event) {
      // The button goes when the text is there, and would take the focus along.
      document.activeElement?.closest('article')?.focus({ preventScroll: true });
      tell(await reader.loadWhole(event), '');
    },
    async copy(event) {
      const failure = event.clipped === undefined ? undefined : await reader.loadWhole(event);
      if (failure !== undefined) return tell(failure, '');
      const answer = await reader.ask('transcript.copy', { text: (reader.eventAt(event.position) ?? event).text });
      tell(answer.ok ? undefined : answer, words.copied());
    },
    async reveal({ file, line }) {
      const answer = await reader.ask('transcript.reveal', { file, line });
      tell(answer.ok ? undefined : answer, '');
    },
  };

  const { head, failure } = reader;
  if (head === undefined) {
    return failure === undefined ? <Loading /> : <Failed failure={failure} agentName={agentName} onRetry={() => void reader.refresh()} />;
  }
  return (
    <>
      <Head head={head} />
      {failure !== undefined && <Outdated failure={failure} agentName={agentName} onRetry={() => void reader.refresh()} />}
      <main>
        {head.total === 0 ? <Empty /> : <Feed reader={reader} head={head} kept={kept.value} actions={actions} onMove={(place) => kept.set(place)} />}
      </main>
      <Footer agentName={agentName} status={status} onOpen={() => void resume()} />
    </>
  );
}

function Loading() {
  return (
    <main class="whole-page">
      <h1 class="hidden">{words.transcript()}</h1>
      <p role="status">{words.loading()}</p>
    </main>
  );
}

interface FailedProps {
  readonly failure: PageFailure;
  readonly agentName: string;
  onRetry(): void;
}

/** Nothing could be read. */
function Failed({ failure, agentName, onRetry }: FailedProps) {
  const { what, next } = failureWords(failure, agentName);
  return (
    <main class="whole-page">
      <h1 class="hidden">{words.transcript()}</h1>
      <div role="alert">
        <p class="what">{what}</p>
        <p>{next}</p>
      </div>
      <Button onClick={onRetry}>{words.tryAgain()}</Button>
    </main>
  );
}

/** Nothing newer could be read. */
function Outdated({ failure, agentName, onRetry }: FailedProps) {
  const { what, next } = failureWords(failure, agentName);
  return (
    <div class="outdated">
      <p role="alert">
        {what} {words.notUpToDate()} {next}
      </p>
      <Button onClick={onRetry}>{words.tryAgain()}</Button>
    </div>
  );
}

function Empty() {
  return (
    <div class="whole-page">
      <p class="what">{words.empty()}</p>
      <p>{words.emptyNext()}</p>
    </div>
  );
}
