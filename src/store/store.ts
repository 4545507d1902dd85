import { Emitter, type Event } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import type { Result } from '../core/result';
import { RequestThread } from '../platform/thread';
import type { BlobCode } from './blobs';
import type { Change } from './logLine';
import type { Mended } from './mend';
import type { ReadName, ReadParams, Reads, StoreCode, StoreFailure, WriteName, WriteParams, Writes } from './operations';
import type { StoreData, StoreNews, StoreRequests } from './storeThread';

/** Milliseconds that the end of a window waits for what is still being written. */
const endPatience = 3000;
/** Eight megabytes are read in a tenth of a second. */
const compaction: StoreData['compaction'] = { length: 8 << 20, idle: 5000 };

/**
 * The chats, projects and drafts of all windows. Opens at its first use, in a thread of its own. What is written is on the
 * disk when the answer says so, and has been told by then.
 */
export class Store implements Disposable {
  private readonly own = new Owned();
  private readonly changed: Emitter<readonly Change[]>;
  private readonly refused: Emitter<StoreFailure>;
  private readonly replaced: Emitter<void>;
  private readonly thread: RequestThread;
  private ending: Promise<void> | undefined;

  constructor(private readonly deps: { folder: string; script: string; log: (line: string) => void }) {
    const { folder, script, log } = deps;
    const onListenerError = (error: unknown): void => log(`store listener: ${String(error)}`);
    this.changed = this.own.add(new Emitter<readonly Change[]>(onListenerError));
    this.refused = this.own.add(new Emitter<StoreFailure>(onListenerError));
    this.replaced = this.own.add(new Emitter<void>(onListenerError));
    const data: StoreData = { folder, compaction };
    this.thread = this.own.add(new RequestThread({ script, name: 'store', log, data, onTold: (told) => this.hear(told as StoreNews) }));
  }

  /** After a write of this window or another one: which rows are to be read again. */
  get onDidChange(): Event<readonly Change[]> {
    return this.changed.event;
  }

  /** What keeps everything from being written from now on. Told once, at the first use or when it is met. */
  get onDidFindProblem(): Event<StoreFailure> {
    return this.refused.event;
  }

  /** The store was read anew, and anything may be different: after damage was mended, in this window or another one. */
  get onDidReplace(): Event<void> {
    return this.replaced.event;
  }

  /** Sees every write that any window has been told of. */
  read<K extends ReadName>(name: K, params: ReadParams<K>): Promise<Result<ReturnType<Reads[K]>, StoreCode>> {
    return this.ask('read', { name, params }) as Promise<Result<ReturnType<Reads[K]>, StoreCode>>;
  }

  write<K extends WriteName>(name: K, params: WriteParams<K>): Promise<ReturnType<Writes[K]> | StoreFailure> {
    return this.ask('write', { name, params }) as Promise<ReturnType<Writes[K]> | StoreFailure>;
  }

  /** A long text that a row names by its hash, as it was kept. */
  blob(hash: string): Promise<Result<string, BlobCode>> {
    return this.ask('blob', { hash }) as Promise<Result<string, BlobCode>>;
  }

  /** Goes on with what is sound of a damaged store. The files as they were are kept beside it under dated names. */
  mend(): Promise<Result<Mended, StoreCode>> {
    return this.ask('mend', null) as Promise<Result<Mended, StoreCode>>;
  }

  private ask<K extends keyof StoreRequests>(name: K, params: StoreRequests[K]): Promise<unknown> {
    return this.ending === undefined ? this.thread.request(name, params) : Promise.reject(new Error('disposed'));
  }

  private hear(news: StoreNews): void {
    if ('problem' in news) this.refused.fire(news.problem);
    else if ('isReplaced' in news) this.replaced.fire();
    else if ('warning' in news) this.deps.log(`store: ${news.warning}`);
    else this.changed.fire(news.changes);
  }

  /** Settles when what was asked for is written. */
  end(): Promise<void> {
    return (this.ending ??= this.finish());
  }

  private async finish(): Promise<void> {
    if (this.thread.isRunning) await within(endPatience, this.thread.request('end', null)).catch(() => undefined);
    await this.thread.end();
    this.own.dispose();
  }

  dispose(): void {
    void this.end();
  }
}

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
