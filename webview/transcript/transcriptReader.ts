import { Emitter } from '../../src/core/events';
import { fail, type Failure } from '../../src/core/result';
import type { Answer, Params, RequestName } from '../../src/shared/bridge';
import {
  transcriptLimits,
  type PageEvent,
  type TranscriptCode,
  type TranscriptContract,
  type TranscriptHead,
} from '../../src/shared/transcriptContract';
import { EventWindows } from './eventWindows';

/** What is looked at: the positions on the screen, or the last so many events, however many there will be. */
export type Place = { readonly first: number; readonly last: number } | { readonly fromEnd: number };

/** `internal_error`: the host's handler threw. */
export type PageCode = TranscriptCode | 'internal_error';
export type PageFailure = Failure<PageCode>;

type Request = <N extends RequestName<TranscriptContract>>(
  name: N,
  params: Params<TranscriptContract, N>,
) => Promise<Answer<TranscriptContract, N>>;

/** Requests for windows under way at once: a drag through a long transcript must not ask for all of it. */
const atOnce = 2;
/** Events whose whole texts are held: each may be of `transcriptLimits.whole`. */
const heldWhole = 20;

/**
 * Reads a transcript from its host, as far as it is looked at. Shows one revision at a time: when the source has changed,
 * the old one stays until all of the new one that is on the screen has arrived.
 */
export class TranscriptReader {
  private readonly changes = new Emitter<undefined>((error) => console.error(error));
  readonly onDidChange = this.changes.event;

  private shown: TranscriptHead | undefined;
  private problem: PageFailure | undefined;
  private windows = new EventWindows('');
  private readonly whole = new Map<string, PageEvent>();
  private readonly fetching = new Set<number>();
  private refreshing = false;
  private outdated = false;

  constructor(
    private readonly request: Request,
    private place: Place,
  ) {}

  /** `undefined` until the first answer. */
  get head(): TranscriptHead | undefined {
    return this.shown;
  }

  /** Why there is nothing to show, or nothing newer than what is shown. */
  get failure(): PageFailure | undefined {
    return this.problem;
  }

  /** The event at `position`, with whole texts where they were loaded; `undefined` while it is not fetched. */
  eventAt(position: number): PageEvent | undefined {
    const event = this.windows.at(position);
    const whole = event === undefined ? undefined : this.whole.get(event.id);
    return event !== undefined && whole !== undefined && isWholeOf(whole, event) ? { ...whole, position } : event;
  }

  positionOf(id: string): number | undefined {
    return this.windows.positionOf(id);
  }

  /** Fetches what of `place` is missing. */
  want(place: Place): void {
    this.place = place;
    this.fetchMissing();
  }

  /** Reads head and visible events anew. */
  async refresh(): Promise<void> {
    this.outdated = true;
    if (this.refreshing) return;
    this.refreshing = true;
    for (let attempt = 0; this.outdated; attempt++) {
      // The source changes faster than it is read: give it time.
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(1000, 50 * attempt)));
      this.outdated = false;
      await this.readAnew();
    }
    this.refreshing = false;
    this.fetchMissing();
  }

  /** Loads the whole texts of `event`. Answers why it could not. */
  async loadWhole(event: PageEvent): Promise<PageFailure | undefined> {
    const answer = await this.ask('transcript.event', { position: event.position });
    if (!answer.ok) return answer;
    if (answer.value.id !== event.id) return fail('event_missing');
    this.whole.delete(event.id);
    this.whole.set(event.id, answer.value);
    for (const oldest of [...this.whole.keys()].slice(0, -heldWhole)) this.whole.delete(oldest);
    this.changes.fire(undefined);
    return undefined;
  }

  /** A request whose unexpected end is a failure like any other. */
  async ask<N extends RequestName<TranscriptContract>>(
    name: N,
    params: Params<TranscriptContract, N>,
  ): Promise<Answer<TranscriptContract, N> | PageFailure> {
    try {
      return await this.request(name, params);
    } catch (error) {
      return fail('internal_error', error instanceof Error ? error.message : String(error));
    }
  }

  private async readAnew(): Promise<void> {
    const head = await this.ask('transcript.open', {});
    if (!head.ok) return this.fail(head);
    if (head.value.revision === this.windows.revision) return this.show(head.value, this.windows);
    const next = new EventWindows(head.value.revision);
    const { first, last } = this.range(head.value.total);
    for (const from of next.missing(first, last)) {
      const window = await this.ask('transcript.window', { from, count: transcriptLimits.window });
      if (!window.ok) return this.fail(window);
      if (window.value.revision !== next.revision) {
        this.outdated = true;
        return;
      }
      next.add(window.value, first, last);
    }
    this.show(head.value, next);
  }

  private show(head: TranscriptHead, windows: EventWindows): void {
    this.shown = head;
    this.windows = windows;
    this.problem = undefined;
    this.changes.fire(undefined);
  }

  private fail(failure: PageFailure): void {
    this.problem = failure;
    this.changes.fire(undefined);
  }

  private fetchMissing(): void {
    if (this.shown === undefined || this.problem !== undefined || this.refreshing) return;
    const { first, last } = this.range(this.shown.total);
    for (const from of this.windows.missing(first, last)) {
      if (this.fetching.size < atOnce && !this.fetching.has(from)) void this.fetch(from);
    }
  }

  private async fetch(from: number): Promise<void> {
    const { windows } = this;
    this.fetching.add(from);
    const window = await this.ask('transcript.window', { from, count: transcriptLimits.window });
    this.fetching.delete(from);
    // Of a revision that is no longer shown: whatever the answer, it is not asked for any more.
    if (windows !== this.windows) return this.fetchMissing();
    if (!window.ok) return this.fail(window);
    if (window.value.revision !== windows.revision) return this.refresh();
    const { first, last } = this.range(this.shown?.total ?? 0);
    windows.add(window.value, first, last);
    this.changes.fire(undefined);
    this.fetchMissing();
  }

  /** The positions to have; none (`last` before `first`) in an empty transcript. */
  private range(total: number): { first: number; last: number } {
    const { first, last } = 'fromEnd' in this.place ? { first: total - this.place.fromEnd, last: total - 1 } : this.place;
    return { first: Math.max(0, Math.min(first, total - 1)), last: Math.min(last, total - 1) };
  }
}

/** Whether `whole` still is what `event` is the start of: the same lengths, since an event may grow while it is written. */
function isWholeOf(whole: PageEvent, event: PageEvent): boolean {
  const lengths = ({ text, tool, clipped }: PageEvent): [number, number] => [
    clipped?.text ?? text.length,
    clipped?.output ?? tool?.output?.length ?? 0,
  ];
  const [text, output] = lengths(event);
  const [wholeText, wholeOutput] = lengths(whole);
  return event.clipped !== undefined && text === wholeText && output === wholeOutput;
}
