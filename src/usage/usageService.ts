import { Coalesced } from '../core/async';
import { Emitter } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import type { ExternalSessions } from '../external/externalSessions';
import { comparable } from '../platform/folders';
import type { UsageCounting } from '../shared/usageContract';
import type { SessionTally } from '../workers/tally';
import type { UsageCounts } from './usageCounts';
import { usageOfRows, type UsageOfRows } from './usageEntries';

/** Progress is told from this many sessions on. */
const fewSessions = 32;
/** How long changes of the history are gathered before they are counted, in milliseconds. */
const followDelay = 1500;

/** What all sessions used, counted when first asked for and kept current while anyone looks. */
export class UsageService implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<{ hasNew: boolean }>());
  readonly onDidChange = this.changed.event;
  private tallies: readonly SessionTally[] = [];
  private running: AbortController | undefined;
  /** Sessions changed while they were counted. */
  private isOutdated = false;
  counting: UsageCounting = { state: 'counting', done: 0, total: 0 };

  private watchers = 0;
  private readonly follow = this.own.add(new Coalesced(followDelay, () => this.count()));

  constructor(private readonly deps: { external: ExternalSessions; counts: UsageCounts; log: (line: string) => void }) {
    this.own.add(
      deps.external.onDidChange(() => {
        if (this.watchers > 0 && this.counting.state === 'complete') this.follow.request();
      }),
    );
  }

  /** What the sessions of any of the folders used; of all without. */
  async usage(folders: readonly string[] | undefined): Promise<UsageOfRows> {
    return usageOfRows(this.tallies, folders && (await Promise.all(folders.map(comparable))));
  }

  /** Counts now, and what changes until the end of what is answered. A counting that a person stopped stays stopped. */
  watch(): Disposable {
    this.watchers++;
    if (this.counting.state !== 'stopped') void this.count();
    return { dispose: () => void this.watchers-- };
  }

  /** Counts what changed since; a counting under way goes on, and is followed by another one. */
  async count(): Promise<void> {
    if (this.own.isDisposed) return;
    if (this.running !== undefined) {
      this.isOutdated = true;
      return;
    }
    const running = new AbortController();
    this.running = running;
    this.isOutdated = false;
    try {
      await this.run(running.signal);
    } catch (error) {
      if (this.own.isDisposed) return;
      this.deps.log(`counting usage: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      this.tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) }, false);
    } finally {
      this.running = undefined;
    }
    if (this.isOutdated && this.counting.state === 'complete') await this.count();
  }

  /** What was counted so far stays; the next counting goes on from there. */
  stop(): void {
    this.running?.abort();
  }

  dispose(): void {
    this.stop();
    this.own.dispose();
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (this.counting.state !== 'complete') this.tell({ state: 'counting', done: 0, total: 0 }, false);
    const found = await this.deps.external.foundSessions();
    const { tallies, isComplete } = await this.deps.counts.refresh(found, {
      signal,
      onProgress: (done, total) => total > fewSessions && this.tell({ state: 'counting', done, total }, false),
    });
    this.tallies = tallies;
    this.tell({ state: isComplete ? 'complete' : 'stopped' }, true);
  }

  private tell(counting: UsageCounting, hasNew: boolean): void {
    if (this.own.isDisposed) return;
    this.counting = counting;
    this.changed.fire({ hasNew });
  }
}
