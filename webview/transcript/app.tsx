import { useState } from 'preact/hooks';
import type { TranscriptContract } from '../../src/shared/transcriptContract';
import type { TranscriptMode } from '../../src/shared/transcriptPageState';
import type { Bridge } from '../shared/bridge';
import { ConversationArea } from '../shared/conversation/conversationArea';
import type { KeptState } from '../shared/conversation/keptState';
import type { TranscriptReader } from '../shared/conversation/transcriptReader';
import { useConversation } from '../shared/conversation/useConversation';
import { Footer } from './footer';
import { Head } from './head';
import { HistoryView } from './history/historyView';
import { words } from './words';

interface AppProps {
  readonly bridge: Bridge<TranscriptContract>;
  readonly reader: TranscriptReader;
  readonly kept: KeptState;
}

/** The whole page. */
export function App({ bridge, reader, kept }: AppProps) {
  const conversation = useConversation({ reader, kept, onOutdated: (listener) => bridge.on('transcript.changed', listener) });
  const { agentName, status, say, tell, openFind } = conversation;
  const { head } = reader;
  const [mode, showMode] = useState(kept.value.mode);
  const show = (next: TranscriptMode) => {
    kept.set({ mode: next });
    showMode(next);
  };
  const resume = async () => {
    say({ text: words.opening(agentName), failed: false });
    const answer = await reader.ask('transcript.resume', {});
    tell(answer.ok ? undefined : answer, words.opened(agentName));
  };
  const ask = async (wish: 'transcript.export' | 'transcript.copyLink', done: string) => {
    const answer = await reader.ask(wish, {});
    tell(answer.ok ? undefined : answer, done);
  };
  return (
    <>
      {head !== undefined && (
        <Head
          head={head}
          mode={mode}
          onMode={show}
          onFind={openFind}
          onExport={() => void ask('transcript.export', '')}
          onCopyLink={() => void ask('transcript.copyLink', words.linkCopied())}
        />
      )}
      <main>
        {head === undefined && <h1 class="hidden">{words.transcript()}</h1>}
        {mode === 'chat' ? (
          <ConversationArea conversation={conversation} />
        ) : (
          <HistoryView conversation={conversation} onOutdated={(listener) => bridge.on('transcript.changed', listener)} />
        )}
      </main>
      {head !== undefined && <Footer agentName={agentName} status={status} onOpen={() => void resume()} />}
    </>
  );
}
