import type { ComponentChildren } from 'preact';
import type { HistoryEntry } from '../../../src/shared/history';
import { fullTime, shortTime } from '../../../src/shared/times';
import { locale } from '../../shared/boot';
import { words } from './words';

interface EntryHeadProps {
  readonly entry: HistoryEntry;
  /** Among what is shown, from 0. */
  readonly index: number;
  readonly children: ComponentChildren;
}

/** Of an entry: what it is (`children`), its number, time and call. */
export function EntryHead({ entry, index, children }: EntryHeadProps) {
  return (
    <header class="entry-head">
      {children}
      <span class="muted">{words.number(index + 1)}</span>
      <time class="muted" dateTime={entry.sent_at} title={fullTime(entry.sent_at, { locale })}>
        {shortTime(entry.sent_at, new Date().toISOString(), { locale })}
      </time>
      {entry.source_call_id !== undefined && (
        <code class="call-id muted" title={words.callId()}>
          {entry.source_call_id}
        </code>
      )}
    </header>
  );
}
