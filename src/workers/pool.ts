import type { Depth, EarlierReading } from '../agents/agent';
import type { Disposable } from '../core/owned';
import { RequestThread } from '../platform/thread';
import type { Counted } from './counting';
import type { HistoryRequest, Operations } from './operations';
import { joinScans, type Scan, type ScanOptions } from './scanning';

/**
 * Changed sessions up to which one thread is as quick as several, which must be started, warm up, and be told what was found. Two
 * threads need as long as one for 6,500 sessions by their ends, and a third more of the processors.
 */
const fewSessions: Record<Depth, number> = { ends: 10_000, full: 2 };

/**
 * The operations in worker threads, each started by its first job. A session's transcript is always read in the same
 * thread, where it is kept; other jobs go where the fewest wait.
 */
export class WorkerPool implements Operations, Disposable {
  private readonly threads: readonly RequestThread[];
  private isBusyHere = false;

  /** `here` is the calling thread where that may work, too: it does what is work for one, and its share of the rest. */
  constructor(private readonly deps: { script: string; size: number; log: (line: string) => void; here?: Pick<Operations, 'scan' | 'count'> }) {
    const { script, log } = deps;
    this.threads = Array.from({ length: Math.max(1, deps.size) }, () => new RequestThread({ script, name: 'scan worker', log }));
  }

  /** One thread looks what there is, and reads what changed when that is little; otherwise every thread reads a share. */
  readonly scan: Operations['scan'] = async (params) => {
    const asked = { ...params, most: fewSessions[params.depth] };
    const { here } = this.deps;
    if (here !== undefined && isFirst(params)) return this.firstScan(here, params);
    const first = await (here?.scan(asked) ?? (this.run('scan', { ...asked, earlier: likelyToGrow(params.earlier) }) as Promise<Scan>));
    if (first.left === 0) return first;
    const of = this.threads.length + (here === undefined ? 0 : 1);
    const share = (index: number): Parameters<Operations['scan']>[0] => ({ ...params, earlier: undefined, found: first.found, share: { index, of } });
    const shares = this.threads.map((_, slot) => this.run('scan', share(slot), slot) as Promise<Scan>);
    if (here !== undefined) shares.push(nextTurn().then(() => here.scan(share(of - 1))));
    return joinScans(first, await Promise.all(shares));
  };

  /** All of an agent's sessions are to be read, by their ends: this thread takes one agent, and the others are read beside it meanwhile. */
  private async firstScan(here: Pick<Operations, 'scan'>, params: Parameters<Operations['scan']>[0]): ReturnType<Operations['scan']> {
    if (this.isBusyHere) return this.run('scan', params) as Promise<Scan>;
    this.isBusyHere = true;
    try {
      await nextTurn();
      return await here.scan(params);
    } finally {
      this.isBusyHere = false;
    }
  }

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
  readonly refreshHost: Operations['refreshHost'] = (params) => this.run('refreshHost', params) as ReturnType<Operations['refreshHost']>;
  /** Any thread may be asking it. */
  readonly stopHost: Operations['stopHost'] = async (params) => {
    await Promise.all(this.threads.filter(({ isRunning }) => isRunning).map((thread) => thread.request('stopHost', params)));
  };
  readonly readIndex: Operations['readIndex'] = (params) => this.run('readIndex', params) as ReturnType<Operations['readIndex']>;
  readonly writeIndex: Operations['writeIndex'] = (params) => this.run('writeIndex', params) as ReturnType<Operations['writeIndex']>;
  readonly evidence: Operations['evidence'] = (params) => this.run('evidence', params) as ReturnType<Operations['evidence']>;
  readonly transcript: Operations['transcript'] = (params) =>
    this.run('transcript', params, this.slotOf(params.id)) as ReturnType<Operations['transcript']>;
  readonly events: Operations['events'] = (params) => this.run('events', params, this.slotOf(params.id)) as ReturnType<Operations['events']>;
  readonly window: Operations['window'] = (params) => this.run('window', params, this.slotOf(params.id)) as ReturnType<Operations['window']>;
  readonly pictures: Operations['pictures'] = (params) => this.run('pictures', params, this.slotOf(params.id)) as ReturnType<Operations['pictures']>;
  readonly search: Operations['search'] = (params) => this.run('search', params, this.slotOf(params.id)) as ReturnType<Operations['search']>;
  readonly history: Operations['history'] = (params: HistoryRequest) => this.run('history', params, this.slotOf(params.id)) as Promise<never>;
  readonly historyEntry: Operations['historyEntry'] = (params) => this.run('historyEntry', params, this.slotOf(params.id)) as ReturnType<Operations['historyEntry']>;
  readonly event: Operations['event'] = (params) => this.run('event', params, this.slotOf(params.id)) as ReturnType<Operations['event']>;

  /** Whether a job is done without starting a thread. */
  get isRunning(): boolean {
    return this.threads.some((thread) => thread.isRunning);
  }

  private run(name: keyof Operations, params: unknown, slot = this.leastBusy()): Promise<unknown> {
    return (this.threads[slot] as RequestThread).request(name, params);
  }

  private slotOf(session: string): number {
    return hash(session) % this.threads.length;
  }

  private leastBusy(): number {
    const busy = this.threads.map((thread) => thread.waiting);
    return busy.indexOf(Math.min(...busy));
  }

  dispose(): void {
    for (const thread of this.threads) thread.dispose();
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

function isFirst({ depth, known, found }: ScanOptions): boolean {
  return depth === 'ends' && found === undefined && Object.keys(known).length === 0;
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
