import { useEffect, useReducer, useState } from 'preact/hooks';
import { Button } from '../button';
import { eventActions } from './eventActions';
import { failureWords } from './failureWords';
import { Item } from './item';
import type { PageFailure, TranscriptReader } from './transcriptReader';
import type { View } from './view';
import { words } from './words';

/** Rows that are drawn at first, and that each wish for more adds: a run is read in place, not through a list of its own. */
const atOnce = 50;

interface SubagentRunProps {
  readonly id: string;
  readonly reader: TranscriptReader;
  /** Of the conversation that the call stands in. */
  readonly view: View;
  tell(outcome: PageFailure | undefined, done: string): void;
}

/** What a sub-agent did, inside the call that started it: its latest rows, and the earlier ones when asked. */
export function SubagentRun({ id, reader, view, tell }: SubagentRunProps) {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const [count, setCount] = useState(atOnce);
  useEffect(() => {
    const changes = reader.onDidChange(() => render(undefined));
    void reader.refresh();
    return () => changes.dispose();
  }, [reader]);
  useEffect(() => reader.want({ fromEnd: count }), [reader, count]);

  const inner: View = {
    ...view,
    actions: eventActions({
      reader,
      tell,
      toggle: (fold, open) => view.actions.toggle(`${id}/${fold}`, open),
      step: (fork, index) => view.stepIn(reader, fork, index),
    }),
    isOpen: (fold, byDefault) => view.isOpen(`${id}/${fold}`, byDefault),
    loading: (event) => reader.loading(event),
  };
  const { head, failure } = reader;
  const { what, next } = failure === undefined ? { what: '', next: '' } : failureWords(failure, view.agentName);
  const first = Math.max(0, (head?.total ?? 0) - count);
  const rows = Array.from({ length: (head?.total ?? 0) - first }, (_, index) => reader.itemAt(first + index)).filter((item) => item !== undefined);
  return (
    <>
      {failure !== undefined && (
        <p role="alert">
          {what} {next}
        </p>
      )}
      {head === undefined && failure === undefined && <p class="muted">{words.notLoaded()}</p>}
      {head?.total === 0 && <p class="muted">{words.empty()}</p>}
      <p class="buttons">
        {first > 0 && <Button onClick={() => setCount(count + atOnce)}>{words.earlierRows(first)}</Button>}
        <Button onClick={() => view.actions.openSubagent(id)}>{words.openInTab()}</Button>
      </p>
      {rows.map((item, index) => (
        <Item key={item.position} item={item} view={inner} isLive={head?.running === true && head.isCurrent && index === rows.length - 1} />
      ))}
    </>
  );
}
