import { Emitter } from '../../../src/core/events';
import { fail, type Failure } from '../../../src/core/result';
import type { Answer, Params, RequestName } from '../../../src/shared/bridge';
import {
  transcriptLimits,
  type PageEvent,
  type PageItem,
  type TranscriptCode,
  type TranscriptContract,
  type TranscriptHead,
} from '../../../src/shared/transcriptContract';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import { ItemWindows } from './itemWindows';
import { screenful } from './screenful';

/** What is looked at: the rows on the screen, or the last so many, however many there will be. */
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
/** UTF-16 units of loaded texts that are held; and how many loads are, whatever their size: those that are on the screen. */
const heldUnits = 8_000_000;
const heldAlways = 40;

/** What became of asking for an event's texts. */
export type Loading = { readonly state: 'loading' | 'failed' } | { readonly state: 'loaded'; readonly event: PageEvent };

/**
 * Reads a transcript from its host, as far as it is looked at. Shows one revision at a time: when the source has changed,
 * the old one stays until all of the new one that is on the screen has arrived.
 */
export class TranscriptReader {
  private readonly changes = new Emitter<undefined>((error) => console.error(error));
  readonly onDidChange = this.changes.event;

  private shown: TranscriptHead | undefined;
  private problem: PageFailure | undefined;
  private windows = new ItemWindows('');
  /** By event id; the least recently loaded first. */
  private readonly loads = new Map<string, { readonly digest: string | undefined; readonly loading: Loading }>();
  private shownPart: number | null = null;
  private shownBranches: readonly string[];
  private readonly fetching = new Set<number>();
  private refreshing = false;
  private outdated = false;

  constructor(
    private readonly request: Request,
    private place: Place,
    private part: number | null,
    private branches: readonly string[],
  ) {
    this.shownBranches = branches;
  }

  /** `undefined` until the first answer. */
  get head(): TranscriptHead | undefined {
    return this.shown;
  }

  /** Why there is nothing to show, or nothing newer than what is shown. */
  get failure(): PageFailure | undefined {
    return this.problem;
  }

  /** `undefined` while it is not fetched. */
  itemAt(index: number): PageItem | undefined {
    return this.windows.at(index);
  }

  /** The row that begins with the event `id`, among what is fetched. */
  indexOf(id: string): number | undefined {
    return this.windows.indexOf(id);
  }

  /** What is known of the texts that `event` came without; `undefined` before they are asked for, and after they changed. */
  loading(event: PageEvent): Loading | undefined {
    const load = this.loads.get(event.id);
    return load !== undefined && load.digest === event.digest ? load.loading : undefined;
  }

  /** Shows another part of a long session, from `place` on, as soon as it is read. */
  showPart(part: number | null, place: Place): void {
    this.part = part;
    this.place = place;
    void this.refresh();
  }

  /** Goes another way through the conversation as soon as it is read: by these branches where it parts. */
  showBranches(branches: readonly string[]): void {
    this.branches = branches;
    void this.refresh();
  }

  /** Whether texts or branches that were asked for are on their way. */
  get isFilling(): boolean {
    return this.branches !== this.shownBranches || [...this.loads.values()].some(({ loading }) => loading.state === 'loading');
  }

  /** Fetches what of `place` is missing. */
  want(place: Place): void {
    this.place = place;
    this.fetchMissing();
  }

  /** Reads head and visible rows anew. */
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

  /** Loads the texts of `event`; `whole`: beyond what is shown of long ones at first. Answers why it could not. */
  async load(event: PageEvent, whole: boolean): Promise<PageFailure | undefined> {
    const { id, digest, position } = event;
    if (this.loading(event)?.state !== 'loaded') this.setLoad(id, digest, { state: 'loading' });
    const answer = await this.ask('transcript.event', { part: this.shownPart, position, whole });
    const failure = answer.ok && answer.value.id !== id ? fail('event_missing') : answer.ok ? undefined : answer;
    if (answer.ok && failure === undefined) this.setLoad(id, answer.value.digest ?? digest, { state: 'loaded', event: answer.value });
    else if (this.loading(event)?.state !== 'loaded') this.setLoad(id, digest, { state: 'failed' });
    return failure;
  }

  pictures({ position }: PageEvent): Promise<Answer<TranscriptContract, 'transcript.pictures'> | PageFailure> {
    return this.ask('transcript.pictures', { part: this.shownPart, position });
  }

  /** A reader of the conversation of a sub-agent that a call of this one started. */
  ofSubagent(subagent: string): TranscriptReader {
    return new TranscriptReader((name, params) => this.request(name, { ...params, subagent }), { fromEnd: screenful }, null, this.branches);
  }

  search(text: string): Promise<Answer<TranscriptContract, 'transcript.search'> | PageFailure> {
    return this.ask('transcript.search', { part: this.shownPart, branches: this.shownBranches, text });
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

  private setLoad(id: string, digest: string | undefined, loading: Loading): void {
    this.loads.delete(id);
    this.loads.set(id, { digest, loading });
    let units = [...this.loads.values()].reduce((sum, load) => sum + unitsOf(load.loading), 0);
    for (const [oldest, load] of [...this.loads].slice(0, -heldAlways)) {
      if (units <= heldUnits) break;
      units -= unitsOf(load.loading);
      this.loads.delete(oldest);
    }
    this.changes.fire(undefined);
  }

  private async readAnew(): Promise<void> {
    const { part, branches } = this;
    const head = await this.ask('transcript.open', { part, branches });
    if (!head.ok) return this.fail(head);
    if (head.value.revision === this.windows.revision && part === this.shownPart) {
      this.shownBranches = branches;
      return this.show(head.value, this.windows);
    }
    const next = new ItemWindows(head.value.revision);
    const { first, last } = this.range(head.value.total);
    for (const from of next.missing(first, last)) {
      const window = await this.ask('transcript.window', { part, branches, from, count: transcriptLimits.window });
      if (!window.ok) return this.fail(window);
      if (window.value.revision !== next.revision) {
        this.outdated = true;
        return;
      }
      next.add(window.value, first, last);
    }
    this.shownPart = part;
    this.shownBranches = branches;
    this.show(head.value, next);
  }

  private show(head: TranscriptHead, windows: ItemWindows): void {
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
    const window = await this.ask('transcript.window', { part: this.shownPart, branches: this.shownBranches, from, count: transcriptLimits.window });
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

  /** The rows to have; none (`last` before `first`) in an empty transcript. */
  private range(total: number): { first: number; last: number } {
    const { first, last } = 'fromEnd' in this.place ? { first: total - this.place.fromEnd, last: total - 1 } : this.place;
    return { first: Math.max(0, Math.min(first, total - 1)), last: Math.min(last, total - 1) };
  }
}

/** A reader that begins where the page was left. */
export function readerAt({ at, part, branches }: Pick<TranscriptPageState, 'at' | 'part' | 'branches'>, request: Request): TranscriptReader {
  return new TranscriptReader(request, at === null ? { fromEnd: screenful } : { first: at, last: at + screenful }, part, branches);
}

function unitsOf(loading: Loading): number {
  if (loading.state !== 'loaded') return 0;
  const { text, tool } = loading.event;
  const input = typeof tool?.input === 'string' ? tool.input.length : transcriptLimits.text;
  return text.length + (tool === undefined ? 0 : input + (tool.output?.length ?? 0));
}
