import { useLayoutEffect, useRef } from 'preact/hooks';
import { cutAt } from '../../../src/core/text';
import type { HistoryEntry } from '../../../src/shared/history';
import { entryType } from '../../../src/shared/historyFilter';
import { Button, IconButton } from '../../shared/button';
import { EntryHead } from './entryHead';
import type { HistoryReader } from './historyReader';
import { entryName, words } from './words';

/** UTF-16 units that a card shows. */
const cardText = 4000;

interface CardProps {
  readonly entry: HistoryEntry;
  /** Among what is shown, from 0. */
  readonly index: number;
  readonly total: number;
  readonly reader: HistoryReader;
  measure(row: HTMLElement): void;
  onOpen(): void;
  onCopy(): void;
  onFocus(isIn: boolean): void;
}

/** One entry, with the start of its text where that is there. */
export function Card({ entry, index, total, reader, measure, onOpen, onCopy, onFocus }: CardProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (row.current !== null) measure(row.current);
  });
  return (
    <div class="row" ref={row} data-index={index} onFocusIn={() => onFocus(true)} onFocusOut={() => onFocus(false)}>
      <article class={`card card-${entry.is_error === true ? 'error' : entryType(entry)}`} aria-posinset={index + 1} aria-setsize={total} aria-label={`${entryName(entry)} ${words.number(index + 1)}`}>
        <EntryHead entry={entry} index={index}>
          <h2>
            <button type="button" class="card-open" aria-haspopup="dialog" onClick={onOpen}>
              {entryName(entry)}
            </button>
          </h2>
        </EntryHead>
        <IconButton icon="copy" label={words.copy()} onClick={onCopy} />
        <CardText entry={entry} reader={reader} onOpen={onOpen} />
      </article>
    </div>
  );
}

function CardText({ entry, reader, onOpen }: Pick<CardProps, 'entry' | 'reader' | 'onOpen'>) {
  const payload = reader.payloadOf(entry);
  const text = reader.textOf(entry);
  if (entry.text_bytes !== undefined && payload?.state !== 'loaded') {
    return (
      <div class="card-load">
        <Button onClick={() => void reader.load(entry)}>{payload?.state === 'loading' ? words.loading() : words.load(entry.kind === 'tool_call', entry.text_bytes)}</Button>
        {payload?.state === 'failed' && <span role="alert">{words.loadFailed()}</span>}
      </div>
    );
  }
  if (text === '') return <p class="muted">{words.empty()}</p>;
  return (
    <>
      <div class="card-text">{cutAt(text, cardText)}</div>
      {text.length > cardText && <Button onClick={onOpen}>{words.showWhole(text.length)}</Button>}
    </>
  );
}
