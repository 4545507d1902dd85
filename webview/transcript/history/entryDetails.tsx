import { useEffect, useRef } from 'preact/hooks';
import { cutAt } from '../../../src/core/text';
import type { HistoryEntry } from '../../../src/shared/history';
import { transcriptLimits } from '../../../src/shared/transcriptContract';
import { Button } from '../../shared/button';
import { EntryHead } from './entryHead';
import type { HistoryReader } from './historyReader';
import { entryName, words } from './words';

interface DetailsProps {
  readonly entry: HistoryEntry;
  readonly index: number;
  readonly reader: HistoryReader;
  onClose(): void;
  onCopy(): void;
}

/** The whole of an entry, as text, over the page. */
export function EntryDetails({ entry, index, reader, onClose, onCopy }: DetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    reader.open(entry.id);
    return () => reader.open(undefined);
  }, [entry.id, reader]);
  const payload = reader.payloadOf(entry);
  const text = reader.textOf(entry);
  const isHere = entry.text_bytes === undefined || payload?.state === 'loaded';
  return (
    <dialog class="entry-details" ref={dialog} aria-label={entryName(entry)} onClose={onClose}>
      <EntryHead entry={entry} index={index}>
        <h2>{entryName(entry)}</h2>
      </EntryHead>
      {isHere ? (
        <>
          {text.length > transcriptLimits.whole && <p>{words.cut(transcriptLimits.whole, text.length)}</p>}
          {text === '' ? <p class="muted">{words.empty()}</p> : <pre tabIndex={0}>{cutAt(text, transcriptLimits.whole)}</pre>}
        </>
      ) : payload?.state === 'failed' ? (
        <>
          <p role="alert">{words.loadFailed()}</p>
          <Button onClick={() => void reader.load(entry)}>{words.load(entry.kind === 'tool_call', entry.text_bytes ?? 0)}</Button>
        </>
      ) : (
        <p role="status">{words.loading()}</p>
      )}
      <div class="dialog-foot">
        <Button primary onClick={() => dialog.current?.close()}>
          {words.close()}
        </Button>
        {isHere && <Button onClick={onCopy}>{words.copy()}</Button>}
      </div>
    </dialog>
  );
}
