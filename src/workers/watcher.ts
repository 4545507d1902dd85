import { Worker } from 'node:worker_threads';
import type { Disposable } from '../core/owned';
import type { WatchTarget } from '../platform/watch';
import type { WatchMessage, WatchRequest } from './watchWorker';

export interface Watcher extends Disposable {
  /** Watches until the watcher is disposed. `onChange` gets changed paths, possibly not all of a large burst. */
  watch(target: WatchTarget, onChange: (paths: readonly string[]) => void): void;
}

/** Watches in a thread of its own: thousands of files are stat'ed at its start, which would hold up the extension host. */
export class ThreadedWatcher implements Watcher {
  private worker: Worker | undefined;
  private readonly listeners = new Map<number, (paths: readonly string[]) => void>();
  private nextId = 1;

  constructor(private readonly deps: { script: string; log: (line: string) => void }) {}

  watch(target: WatchTarget, onChange: (paths: readonly string[]) => void): void {
    const request: WatchRequest = { id: this.nextId++, target };
    this.listeners.set(request.id, onChange);
    (this.worker ??= this.start()).postMessage(request);
  }

  private start(): Worker {
    const worker = new Worker(this.deps.script);
    worker.on('message', (message: WatchMessage) => {
      if ('error' in message) this.deps.log(`watching ${message.error}`);
      else for (const { id, paths } of message.changed) this.listeners.get(id)?.(paths);
    });
    worker.on('error', (error: Error) => this.deps.log(`watch worker: ${error.stack ?? error.message}`));
    return worker;
  }

  dispose(): void {
    this.listeners.clear();
    void this.worker?.terminate();
  }
}
