import * as fs from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import { serve, tell, threadData } from '../platform/thread';
import { watchTarget } from '../platform/watch';
import type { BlobCode } from './blobs';
import { compact } from './compaction';
import type { Change, SealedLine } from './logLine';
import { mend, type Mended } from './mend';
import { usedBlobs } from './messageTable';
import { migrations, newerSchema } from './migrations';
import { type ReadName, reads, type StoreCode, type StoreFailure, type WriteName, writes } from './operations';
import { Replica, type State } from './replica';
import { Engine } from './sqlEngine';
import { StoreFiles } from './storeFiles';
import { type Answer, type Query, queryOn, type Transaction } from './transaction';
import { withLock, Writer } from './writer';

/** What the thread is started with. */
export interface StoreData {
  readonly folder: string;
  /** A log that is longer, in bytes, is compacted after the store has been left alone for `idle` milliseconds. */
  readonly compaction: { readonly length: number; readonly idle: number };
}

/** Told unasked. */
export type StoreNews = { readonly isReplaced: true } | { readonly changes: readonly Change[] } | { readonly problem: StoreFailure } | { readonly warning: string };

/** The store in its thread: answers reads from the replica, passes writes to the writer, tells of every change. */
class StoreThread {
  private readonly replica: Replica;
  private readonly writer: Writer;
  private readonly watching: Disposable;
  private readonly files: StoreFiles;
  private idle: NodeJS.Timeout | undefined;
  /** The last one told. */
  private problem: string | undefined;
  /** As of when the views were last told what is there. */
  private loads: number;

  constructor(private readonly engine: Engine, private readonly data: StoreData) {
    this.files = new StoreFiles(data.folder);
    this.replica = new Replica({ engine, files: this.files });
    // What was written before this window is no news.
    this.replica.catchUp();
    this.loads = this.replica.loads;
    const onApplied = (lines: readonly SealedLine[]): void => this.tellOf(lines);
    this.writer = new Writer({ files: this.files, replica: this.replica, window: randomUUID().slice(0, 8), onApplied });
    this.watching = watch(data.folder, () => this.refresh());
    this.compactWhenIdle();
  }

  async read(name: ReadName, params: unknown): Promise<Answer> {
    let refused = this.refresh();
    if (!this.isReady) {
      const made = await this.writer.write(() => ok(null));
      if (!made.ok) refused = made as StoreFailure;
    }
    const { state } = this.replica;
    if (state === undefined || !this.isReady) return refused ?? fail('store_unreadable');
    try {
      return ok((reads[name] as (query: Query, params: unknown) => unknown)(queryOn(state.database), params));
    } catch (error) {
      if (refused?.code === 'newer_schema') return refused;
      throw error;
    }
  }

  write(name: WriteName, params: unknown): Promise<Answer> {
    return this.writer.write((tx) => (writes[name] as (tx: Transaction, params: unknown) => Answer)(tx, params));
  }

  blob(hash: string): Result<string, BlobCode> {
    return this.files.blobs.get(hash);
  }

  /** Goes on with what is sound; all windows hear of it. */
  async mend(): Promise<Result<Mended, StoreCode>> {
    const mended = await mend(this.files, this.engine, new Date());
    // Damage that has gone by itself is not remembered either.
    this.replica.forget();
    this.refresh();
    return mended;
  }

  async end(): Promise<null> {
    this.watching.dispose();
    clearTimeout(this.idle);
    await this.writer.idle();
    return null;
  }

  private get isReady(): boolean {
    return (this.replica.state?.database.version ?? 0) >= migrations.length;
  }

  /** Takes in what other windows wrote. Answers what stands in the way of writing, and tells it when it is new. */
  private refresh(): StoreFailure | undefined {
    const caught = this.replica.catchUp();
    if (caught.ok) this.tellOf(caught.value);
    else if (caught.code === 'store_missing') return undefined;
    const problem = caught.ok ? newerSchema(this.replica.state?.database.version ?? 0) : (caught as StoreFailure);
    if (problem !== undefined && problem.code !== this.problem) tell({ problem } satisfies StoreNews);
    this.problem = problem?.code;
    if (caught.ok && this.loads !== this.replica.loads) {
      const isFirst = this.loads === 0;
      this.loads = this.replica.loads;
      if (!isFirst) tell({ isReplaced: true } satisfies StoreNews);
    }
    return problem;
  }

  private tellOf(lines: readonly SealedLine[]): void {
    const changes = lines.flatMap((line) => line.changes);
    if (changes.length > 0) tell({ changes } satisfies StoreNews);
    if (lines.length > 0) this.compactWhenIdle();
  }

  private compactWhenIdle(): void {
    const { length, idle } = this.data.compaction;
    clearTimeout(this.idle);
    if ((this.replica.state?.end ?? 0) <= length) return;
    // Not all windows at the same moment: the first one does it for all.
    this.idle = setTimeout(() => void this.compact(), idle * (1 + Math.random()));
  }

  /** Under the lock, as texts are kept, and with all rows known. Files that are kept of a damaged store may name more. */
  private async sweep(): Promise<void> {
    await withLock(this.files, (lock) => {
      if (this.refresh() !== undefined || this.replica.state === undefined || this.files.keepsAside) return undefined;
      this.files.blobs.sweep(usedBlobs(queryOn(this.replica.state.database)), Date.now(), () => lock.isHeld());
      return undefined;
    });
  }

  private async compact(): Promise<void> {
    const upToDate = (): State | undefined => (this.refresh() === undefined ? this.replica.state : undefined);
    if ((upToDate()?.end ?? 0) <= this.data.compaction.length) return;
    const refused = await compact(this.files, upToDate);
    if (refused === undefined) await this.sweep();
    else tell({ warning: `compaction: ${refused.code}: ${refused.detail}` } satisfies StoreNews);
    this.refresh();
  }
}

/** A folder that isn't there can't be watched well. When it can't be made either, the first request says why. */
function watch(folder: string, onChange: () => void): Disposable {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return { dispose: () => undefined };
  }
  const onError = (error: Error): void => tell({ warning: error.message } satisfies StoreNews);
  return watchTarget({ path: folder, depth: 0, names: /^(log-\d+\.jsonl|current)$/ }, onChange, onError, onChange);
}

/** What the store's thread is asked. */
export interface StoreRequests {
  read: { name: ReadName; params: unknown };
  write: { name: WriteName; params: unknown };
  mend: null;
  blob: { hash: string };
  /** Answered when everything asked for before is written. */
  end: null;
}

export function serveStore(): void {
  const starting = Engine.load().then((engine) => new StoreThread(engine, threadData() as StoreData));
  serve(async (request, asked) => {
    const thread = await starting;
    if (request === 'end') return thread.end();
    if (request === 'mend') return thread.mend();
    if (request === 'blob') return thread.blob((asked as StoreRequests['blob']).hash);
    const { name, params } = asked as StoreRequests['read' | 'write'];
    return request === 'read' ? thread.read(name as ReadName, params) : thread.write(name as WriteName, params);
  });
}
