import { Worker } from 'node:worker_threads';
import type { Depth, EarlierReading } from '../agents/agent';
import type { Disposable } from '../core/owned';
import type { Counted } from './counting';
import type { OperationAnswer, OperationName, OperationRequest } from './messages';
import type { Operations } from './operations';
import { joinScans, type Scan, type ScanOptions } from './scanning';

/**
 * Changed sessions up to which one thread is as quick as several, which must be started, warm up, and be told what was found. Two
 * threads need as long as one for 6,500 sessions by their ends, and a third more of the processors.
 */
const fewSessions: Record<Depth, number> = { ends: 10_000, full: 2 };

interface Job {
  readonly request: OperationRequest;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One thread and the jobs it has not answered yet. */
class Thread {
  readonly jobs = new Map<number, Job>();

  constructor(readonly worker: Worker) {}
}

/**
 * The operations in worker threads. A thread starts with its first job; one that ends by itself fails the jobs it had
 * and is replaced by the next job. A session's transcript is always read in the same thread, where it is kept;
 * other jobs go where the fewest wait.
 */
export class WorkerPool implements Operations, Disposable {
  private readonly threads: (Thread | undefined)[];
  private nextId = 1;
  private ended = false;
  private isBusyHere = false;

  /** `here` is the calling thread where that may work, too: it does what is work for one, and its share of the rest. */
  constructor(private readonly deps: { script: string; size: number; log: (line: string) => void; here?: Pick<Operations, 'scan' | 'count'> }) {
    this.threads = new Array<Thread | undefined>(Math.max(1, deps.size)).fill(undefined);
  }

  /** One thread looks what there is, and reads what changed when that is little; otherwise every thread reads a share. */
  readonly scan: Operations['scan'] = async (params) => {
    const asked = { ...params, most: fewSessions[params.depth] };
    const { here } = this.deps;
    const first = await (here?.scan(asked) ?? (this.run('scan', { ...asked, earlier: likelyToGrow(params.earlier) }) as Promise<Scan>));
    if (first.left === 0) return first;
    const of = this.threads.length + (here === undefined ? 0 : 1);
    const share = (index: number): Parameters<Operations['scan']>[0] => ({ ...params, earlier: undefined, found: first.found, share: { index, of } });
    const shares = this.threads.map((_, slot) => this.run('scan', share(slot), slot) as Promise<Scan>);
    if (here !== undefined) shares.push(nextTurn().then(() => here.scan(share(of - 1))));
    return joinScans(first, await Promise.all(shares));
  };

  /** The calling thread takes a batch whenever it has none: a single one needs no other thread. */
  readonly count: Operations['count'] = async (params) => {
    const { here } = this.deps;
    if (here === undefined || this.isBusyHere) return this.run('count', params) as Promise<Counted>;
    this.isBusyHere = true;
    try {
      await nextTurn();
      return await here.count(params);
    } finally {
      this.isBusyHere = false;
    }
  };

  readonly knownCounts: Operations['knownCounts'] = (params) => this.run('knownCounts', params) as ReturnType<Operations['knownCounts']>;
  readonly forgetCounts: Operations['forgetCounts'] = (params) => this.run('forgetCounts', params) as ReturnType<Operations['forgetCounts']>;
  readonly tally: Operations['tally'] = (params) => this.run('tally', params) as ReturnType<Operations['tally']>;
  readonly readIndex: Operations['readIndex'] = (params) => this.run('readIndex', params) as ReturnType<Operations['readIndex']>;
  readonly writeIndex: Operations['writeIndex'] = (params) => this.run('writeIndex', params) as ReturnType<Operations['writeIndex']>;
  readonly transcript: Operations['transcript'] = (params) =>
    this.run('transcript', params, this.slotOf(params.id)) as ReturnType<Operations['transcript']>;
  readonly events: Operations['events'] = (params) => this.run('events', params, this.slotOf(params.id)) as ReturnType<Operations['events']>;
  readonly window: Operations['window'] = (params) => this.run('window', params, this.slotOf(params.id)) as ReturnType<Operations['window']>;
  readonly pictures: Operations['pictures'] = (params) => this.run('pictures', params, this.slotOf(params.id)) as ReturnType<Operations['pictures']>;
  readonly search: Operations['search'] = (params) => this.run('search', params, this.slotOf(params.id)) as ReturnType<Operations['search']>;
  readonly event: Operations['event'] = (params) => this.run('event', params, this.slotOf(params.id)) as ReturnType<Operations['event']>;

  private run(name: OperationName, params: unknown, slot = this.leastBusy()): Promise<unknown> {
    if (this.ended) return Promise.reject(new Error('disposed'));
    const thread = (this.threads[slot] ??= this.start(slot));
    const request = { id: this.nextId++, name, params };
    return new Promise((resolve, reject) => {
      thread.jobs.set(request.id, { request, resolve, reject });
      thread.worker.postMessage(request);
    });
  }

  private slotOf(session: string): number {
    return hash(session) % this.threads.length;
  }

  private leastBusy(): number {
    const busy = this.threads.map((thread) => thread?.jobs.size ?? 0);
    return busy.indexOf(Math.min(...busy));
  }

  private start(slot: number): Thread {
    const thread = new Thread(new Worker(this.deps.script));
    thread.worker.on('message', (answer: OperationAnswer) => {
      const job = thread.jobs.get(answer.id);
      thread.jobs.delete(answer.id);
      if (answer.ok) job?.resolve(answer.value);
      else job?.reject(new Error(answer.message));
    });
    const end = (reason: string): void => {
      if (this.threads[slot] === thread) this.threads[slot] = undefined;
      for (const job of thread.jobs.values()) job.reject(new Error(reason));
      thread.jobs.clear();
    };
    thread.worker.on('error', (error: Error) => {
      this.deps.log(`scan worker: ${error.stack ?? error.message}`);
      end(`scan worker failed: ${error.message}`);
    });
    thread.worker.on('exit', () => end(this.ended ? 'disposed' : 'scan worker ended'));
    return thread;
  }

  dispose(): void {
    this.ended = true;
    for (const thread of this.threads) void thread?.worker.terminate();
  }
}

/** In milliseconds, and how many of them at most: to copy all that is known to a thread takes longer than to read a file's start again. */
const recently = 86_400_000;
const mostCopied = 50;

/** The sessions in which somebody worked of late. */
function likelyToGrow(earlier: ScanOptions['earlier']): ScanOptions['earlier'] {
  const since = new Date(Date.now() - recently).toISOString();
  const likely = new Map<string, EarlierReading>();
  for (const [id, reading] of earlier ?? []) {
    if ((reading.record.lastActivityAt ?? '') > since && likely.size < mostCopied) likely.set(id, reading);
  }
  return likely;
}

/** Reading holds this thread: what other agents look for comes first, or the other threads would wait for it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) >>> 0;
  return value;
}
