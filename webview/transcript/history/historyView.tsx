import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { historyWindow } from '../../../src/shared/history';
import { filtered, firstFilter } from '../../../src/shared/historyFilter';
import { omissionLines } from '../../shared/conversation/omissionLines';
import { Failed, Loading, Outdated } from '../../shared/conversation/states';
import type { Conversation } from '../../shared/conversation/useConversation';
import { CardList } from './cardList';
import { EntryDetails } from './entryDetails';
import { FilterBar } from './filterBar';
import { HistoryReader } from './historyReader';
import { entryName, words } from './words';

interface HistoryViewProps {
  readonly conversation: Pick<Conversation, 'reader' | 'agentName' | 'tell'>;
  /** Calls `listener` whenever the session has changed. */
  onOutdated(listener: () => void): { dispose(): void };
}

/** The session as a list of cards, each message, call and result one: what was recorded, rather than how it reads. */
export function HistoryView({ conversation: { reader: session, agentName, tell }, onOutdated }: HistoryViewProps) {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const [reader] = useState(() => new HistoryReader((name, params) => session.ask(name, params)));
  const [filter, setFilter] = useState(firstFilter);
  const [opened, setOpened] = useState<string>();
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    const changes = reader.onDidChange(() => render(undefined));
    const following = reader.follow();
    const outdated = onOutdated(() => void reader.refresh());
    return () => [changes, following, outdated].forEach((each) => each.dispose());
  }, [reader]);

  const { reply, failure, entries } = reader;
  const onRetry = () => void reader.refresh();
  if (reply === undefined) return failure === undefined ? <Loading /> : <Failed failure={failure} agentName={agentName} onRetry={onRetry} />;

  const textOf = (entry: (typeof entries)[number]): string => `${entry.tool_name ?? ''}\n${reader.textOf(entry)}`;
  const visible = filtered(entries, filter, textOf);
  shown.current = visible.map(({ id }) => id);
  const copy = async (id: string): Promise<void> => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) return;
    await reader.load(entry);
    const answer = await session.ask('transcript.copy', { text: reader.textOf(entry) });
    tell(answer.ok ? undefined : answer, words.copied(entryName(entry)));
  };
  const details = entries.find(({ id }) => id === opened);
  const isMissing = reply.status !== 'ok';
  return (
    <div class="history">
      {isMissing && <Outdated failure={{ ok: false, code: 'session_missing', detail: reply.detail }} agentName={agentName} onRetry={onRetry} />}
      {failure !== undefined && <Outdated failure={failure} agentName={agentName} onRetry={onRetry} />}
      <FilterBar entries={entries} visible={visible.length} filter={filter} onFilter={setFilter} />
      <Bounds reply={reply} isFull={entries.filter(({ role }) => role !== 'tool').length >= historyWindow} />
      {visible.length === 0 ? (
        <div class="whole-page">
          <p class="what">{entries.length === 0 ? words.nothing() : words.nothingShown()}</p>
        </div>
      ) : (
        <CardList entries={visible} reader={reader} onOpen={setOpened} onCopy={(id) => void copy(id)} />
      )}
      {details !== undefined && (
        <EntryDetails
          key={details.id}
          entry={details}
          index={Math.max(0, shown.current.indexOf(details.id))}
          reader={reader}
          onClose={() => setOpened(undefined)}
          onCopy={() => void copy(details.id)}
        />
      )}
    </div>
  );
}

/** What is not among the entries. */
function Bounds({ reply, isFull }: { reply: NonNullable<HistoryReader['reply']>; isFull: boolean }) {
  const lines = [
    ...(isFull ? [words.latest(historyWindow)] : []),
    ...(reply.part === null ? [] : [words.part(reply.part.bytes, reply.part.total)]),
    ...omissionLines(reply),
  ];
  if (lines.length === 0) return null;
  return <p class="bounds muted">{lines.join(' ')}</p>;
}
