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
  private worker: Worker | undefined;
  private readonly jobs = new Map<number, Job>();
  private nextId = 1;
  private ended = false;

  constructor(private readonly deps: ThreadDeps) {}

  /** Requests that are not answered yet. */
  get waiting(): number {
    return this.jobs.size;
  }

  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** Rejects when the request's handler throws, when the thread ends, and with `disposed`. */
  request(name: string, params: unknown): Promise<unknown> {
    if (this.ended) return Promise.reject(new Error('disposed'));
    const worker = (this.worker ??= this.start());
    const request: Request = { id: this.nextId++, name, params };
    return new Promise((resolve, reject) => {
      this.jobs.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  private start(): Worker {
    const { script, name, log, data, onTold } = this.deps;
    const worker = new Worker(script, { workerData: data });
    worker.on('message', (message: Message) => {
      if ('told' in message) {
        onTold?.(message.told);
        return;
      }
      const job = this.jobs.get(message.id);
      this.jobs.delete(message.id);
      if (message.ok) job?.resolve(message.value);
      else job?.reject(new Error(message.message));
    });
    const end = (reason: string): void => {
      if (this.worker === worker) this.worker = undefined;
      for (const job of this.jobs.values()) job.reject(new Error(reason));
      this.jobs.clear();
    };
    worker.on('error', (error: Error) => {
      log(`${name}: ${error.stack ?? error.message}`);
      end(`${name} failed: ${error.message}`);
    });
    worker.on('exit', () => end(this.ended ? 'disposed' : `${name} ended`));
    return worker;
  }

  /** Settles when the thread is gone, with the files it had open. */
  async end(): Promise<void> {
    this.ended = true;
    await this.worker?.terminate();
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
