import { Emitter } from '../../../src/core/events';
import type { Disposable } from '../../../src/core/owned';
import { type HistoryEntry, type HistoryReply, type HistoryState, mergeHistory, noHistory } from '../../../src/shared/history';
import type { PageFailure, TranscriptReader } from '../../shared/conversation/transcriptReader';

type Ask = TranscriptReader['ask'];

/** A text that was asked for. */
export type Payload = { readonly state: 'loading' | 'failed' } | { readonly state: 'loaded'; readonly text: string };

/** Between two looks at the session, in milliseconds, while the page is to be seen. */
const pace = 4000;
/** UTF-16 units of loaded texts that are held. */
const heldUnits = 32_000_000;

/** Follows a session's history: asks for what is new, one request at a time, and holds the texts that were asked for. */
export class HistoryReader {
  private readonly changes = new Emitter<undefined>((error) => console.error(error));
  readonly onDidChange = this.changes.event;

  private state: HistoryState = noHistory;
  private last: HistoryReply | undefined;
  private problem: PageFailure | undefined;
  private asking: Promise<void> | undefined;
  /** By the entry's id, the least recently loaded first; `hash` as the entry had it. */
  private readonly payloads = new Map<string, { readonly hash: string | undefined; readonly payload: Payload }>();
  private opened: string | undefined;

  constructor(private readonly ask: Ask) {}

  get entries(): readonly HistoryEntry[] {
    return this.state.entries;
  }

  /** What the last answer said beside the entries; `undefined` before the first. */
  get reply(): Omit<HistoryReply, 'entries'> | undefined {
    return this.last;
  }

  /** Why there is nothing newer than what is there. */
  get failure(): PageFailure | undefined {
    return this.problem;
  }

  /** What of an entry's text is here. */
  textOf(entry: HistoryEntry): string {
    const payload = this.payloadOf(entry);
    return payload?.state === 'loaded' ? payload.text : entry.text;
  }

  /** Of a text that came later or is to come; `undefined` before it was asked for, and after it changed. */
  payloadOf({ id, text_hash: hash }: HistoryEntry): Payload | undefined {
    const held = this.payloads.get(id);
    return held !== undefined && held.hash === hash ? held.payload : undefined;
  }

  /** Looks at once, and every few seconds while the page is to be seen. */
  follow(): Disposable {
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    look();
    const timer = setInterval(look, pace);
    document.addEventListener('visibilitychange', look);
    return {
      dispose: () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
      },
    };
  }

  /** Asks for what is new, unless that is under way. */
  refresh(): Promise<void> {
    return (this.asking ??= this.read().finally(() => (this.asking = undefined)));
  }

  /** Names the entry whose text a person looks at: it is loaded, and again when it changes. `undefined` when they close it. */
  open(id: string | undefined): void {
    this.opened = id;
    this.loadOpened();
  }

  async load(entry: HistoryEntry): Promise<void> {
    if (entry.text_hash === undefined || this.payloadOf(entry)?.state === 'loading') return;
    this.hold(entry, { state: 'loading' });
    const answer = await this.ask('history.entry', { id: entry.id });
    // What was rewritten meanwhile is another text.
    const isMeant = answer.ok && answer.value.text_hash === entry.text_hash;
    this.hold(entry, isMeant ? { state: 'loaded', text: answer.value.text } : { state: 'failed' });
  }

  private async read(): Promise<void> {
    const sent = this.state.cursor;
    const answer = await this.ask('history.get', { cursor: sent });
    this.problem = answer.ok ? undefined : answer;
    if (answer.ok) {
      this.last = answer.value;
      this.state = mergeHistory(this.state, answer.value, sent) ?? this.state;
      this.dropPayloads();
    }
    this.changes.fire(undefined);
    this.loadOpened();
  }

  private loadOpened(): void {
    const entry = this.state.entries.find(({ id }) => id === this.opened);
    // A failed one is not asked for again by itself.
    if (entry !== undefined && this.payloadOf(entry) === undefined) void this.load(entry);
  }

  /** Of entries that are gone, and of texts that changed. */
  private dropPayloads(): void {
    const hashes = new Map(this.state.entries.map(({ id, text_hash: hash }) => [id, hash]));
    for (const [id, { hash }] of this.payloads) if (!hashes.has(id) || hashes.get(id) !== hash) this.payloads.delete(id);
  }

  private hold({ id, text_hash: hash }: HistoryEntry, payload: Payload): void {
    const isCurrent = this.state.entries.some((entry) => entry.id === id && entry.text_hash === hash);
    if (!isCurrent) return;
    this.payloads.delete(id);
    this.payloads.set(id, { hash, payload });
    let units = [...this.payloads.values()].reduce((sum, each) => sum + unitsOf(each.payload), 0);
    for (const [oldest, each] of this.payloads) {
      if (units <= heldUnits) break;
      if (oldest === id || oldest === this.opened) continue;
      units -= unitsOf(each.payload);
      this.payloads.delete(oldest);
    }
    this.changes.fire(undefined);
  }
}

function unitsOf(payload: Payload): number {
  return payload.state === 'loaded' ? payload.text.length : 0;
}
