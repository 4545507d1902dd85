import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Disposable } from '../core/owned';

/** Owner to thread. */
interface Request {
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
}

/** Thread to owner: an answer, or something told unasked. */
type Message =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string }
  | { readonly told: unknown };

interface Job {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker and the requests it has not answered yet. */
interface Running {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

export interface ThreadDeps {
  /** The thread's bundle. */
  readonly script: string;
  /** What it is called in the log. */
  readonly name: string;
  readonly log: (line: string) => void;
  /** Handed to `serve` in the thread. */
  readonly data?: unknown;
  readonly onTold?: (told: unknown) => void;
}

/**
 * A worker thread that answers requests. It starts with its first one; when it ends by itself, the requests it had fail
 * and the next one starts it anew.
 */
export class RequestThread implements Disposable {
  private running: Running | undefined;
  private nextId = 1;
  private ended = false;

  constructor(private readonly deps: ThreadDeps) {}

  /** Requests that are not answered yet. */
  get waiting(): number {
    return this.running?.jobs.size ?? 0;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Rejects when the request's handler throws, when the thread ends, and with `disposed`. */
  request(name: string, params: unknown): Promise<unknown> {
    if (this.ended) return Promise.reject(new Error('disposed'));
    const { worker, jobs } = (this.running ??= this.start());
    const request: Request = { id: this.nextId++, name, params };
    return new Promise((resolve, reject) => {
      jobs.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  private start(): Running {
    const { script, name, log, data, onTold } = this.deps;
    const worker = new Worker(script, { workerData: data });
    const running: Running = { worker, jobs: new Map() };
    const { jobs } = running;
    worker.on('message', (message: Message) => {
      if ('told' in message) {
        onTold?.(message.told);
        return;
      }
      const job = jobs.get(message.id);
      jobs.delete(message.id);
      if (message.ok) job?.resolve(message.value);
      else job?.reject(new Error(message.message));
    });
    const end = (reason: string): void => {
      if (this.running === running) this.running = undefined;
      for (const job of jobs.values()) job.reject(new Error(reason));
      jobs.clear();
    };
    worker.on('error', (error: Error) => {
      log(`${name}: ${error.stack ?? error.message}`);
      end(`${name} failed: ${error.message}`);
    });
    worker.on('exit', () => end(this.ended ? 'disposed' : `${name} ended`));
    return running;
  }

  /** Settles when the thread is gone, with the files it had open. */
  async end(): Promise<void> {
    this.ended = true;
    await this.running?.worker.terminate();
  }

  dispose(): void {
    void this.end();
  }
}

/** In a thread: what its owner handed to it. */
export function threadData(): unknown {
  return workerData;
}

/** In a thread: answers its owner's requests. */
export function serve(handle: (name: string, params: unknown) => Promise<unknown>): void {
  parentPort?.on('message', ({ id, name, params }: Request) => {
    handle(name, params).then(
      (value) => send({ id, ok: true, value }),
      (error: unknown) => send({ id, ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

/** In a thread: tells its owner something unasked. */
export function tell(told: unknown): void {
  send({ told });
}

function send(message: Message): void {
  parentPort?.postMessage(message);
}
