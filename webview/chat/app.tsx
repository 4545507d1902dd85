import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatContract, ChatState } from '../../src/shared/chatContract';
import type { Bridge } from '../shared/bridge';
import { Button } from '../shared/button';
import { Agent } from './agent';
import { Composer } from './composer';
import { EmptyChat } from './emptyChat';
import { Head } from './head';
import { NoticeBox } from './noticeBox';
import { SessionConversation, type KeptConversation } from './sessionConversation';
import { words } from './words';

type Shown =
  | { readonly is: 'loading' | 'gone' }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'open'; readonly chat: ChatState; readonly draft: string; readonly isNew: boolean };

interface PageProps {
  readonly bridge: Bridge<ChatContract>;
  readonly keeping: KeptConversation;
}

/** The whole page. */
export function App({ bridge, keeping }: PageProps) {
  const [shown, show] = useState<Shown>({ is: 'loading' });
  const load = async () => {
    try {
      const answer = await bridge.request('chat.open', {});
      show(answer.ok ? { is: 'open', ...answer.value } : { is: 'gone' });
    } catch (error) {
      show({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  };
  useEffect(() => {
    const changes = bridge.on('chat.changed', (chat) => show((now) => (now.is === 'open' ? { ...now, chat } : now)));
    const gone = bridge.on('chat.gone', () => show({ is: 'gone' }));
    void load();
    return () => {
      changes.dispose();
      gone.dispose();
    };
  }, [bridge]);

  switch (shown.is) {
    case 'loading':
      return <Whole what={words.loading()} role="status" />;
    case 'gone':
      return <Whole what={words.gone()} next={words.goneNext()} role="alert" />;
    case 'failed':
      return <Whole what={words.failed()} next={shown.reason} role="alert" onRetry={() => void load()} />;
    case 'open':
      return <Chat bridge={bridge} keeping={keeping} chat={shown.chat} draft={shown.draft} isNew={shown.isNew} />;
  }
}

interface WholeProps {
  readonly what: string;
  readonly next?: string;
  readonly role: 'status' | 'alert';
  readonly onRetry?: () => void;
}

/** In place of a chat. */
function Whole({ what, next, role, onRetry }: WholeProps) {
  return (
    <main class="whole-page">
      <h1 class="hidden">{words.chat()}</h1>
      <div role={role}>
        <p class="what">{what}</p>
        {next !== undefined && <p>{next}</p>}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{words.tryAgain()}</Button>}
    </main>
  );
}

function Chat({ bridge, keeping, chat, draft, isNew }: PageProps & { chat: ChatState; draft: string; isNew: boolean }) {
  const openAgent = () => void bridge.request('chat.openAgent', {});
  const find = useRef<() => void>(null);
  const [isBeginning, setBeginning] = useState(false);
  const { agent } = chat;
  const session = agent?.session ?? null;
  return (
    <>
      <Head
        chat={chat}
        hasConversation={session !== null && !isBeginning}
        onGo={(id) => void bridge.request('chat.go', { id })}
        onSwitchProject={() => void bridge.request('chat.switchProject', {})}
        onRename={() => void bridge.request('chat.rename', {})}
        onFind={() => find.current?.()}
        onReadSession={() => void bridge.request('chat.readSession', {})}
      />
      <main>
        {agent === null || session === null ? (
          <EmptyChat agent={agent} onOpenAgent={openAgent} />
        ) : (
          <SessionConversation key={session} bridge={bridge} session={session} agent={agent} keeping={keeping} find={find} onBeginning={setBeginning} onOpenAgent={openAgent} />
        )}
      </main>
      <footer>
        {chat.folderNotice !== null && <NoticeBox notice={chat.folderNotice} onStep={(index) => void bridge.request('chat.step', { of: 'folder', index })} />}
        {chat.agentNotice !== null && <NoticeBox notice={chat.agentNotice} onStep={(index) => void bridge.request('chat.step', { of: 'agent', index })} />}
        <Agent chat={chat} onOpen={openAgent} />
        <Composer draft={draft} takesFocus={isNew} onChange={(text) => void bridge.request('chat.saveDraft', { text })} />
      </footer>
    </>
  );
}
