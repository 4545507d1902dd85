import { parentPort } from 'node:worker_threads';
import { type WatchTarget, watchTarget } from '../platform/watch';

/** Main thread to watch worker: begin to watch, under an id that its changes carry. */
export interface WatchRequest {
  readonly id: number;
  readonly target: WatchTarget;
}

/** Watch worker to main thread: targets with changes since the last message, or what went wrong. */
export type WatchMessage = { readonly changed: readonly { id: number; paths: readonly string[] }[] } | { readonly error: string };

/** Changes come in bursts of many events; a burst is one message, delayed by this many milliseconds. */
const burst = 60;
/** Paths named in one message; past it the receiver only learns that there was a change. */
const pathLimit = 200;

const pending = new Map<number, Set<string>>();
let timer: NodeJS.Timeout | undefined;

parentPort?.on('message', ({ id, target }: WatchRequest) => {
  watchTarget(
    target,
    (path) => {
      const paths = pending.get(id) ?? new Set();
      if (paths.size < pathLimit) paths.add(path);
      pending.set(id, paths);
      timer ??= setTimeout(flush, burst);
    },
    (error) => send({ error: `${target.path}: ${error.message}` }),
  );
});

function flush(): void {
  timer = undefined;
  const changed = [...pending].map(([id, paths]) => ({ id, paths: [...paths] }));
  pending.clear();
  send({ changed });
}

function send(message: WatchMessage): void {
  parentPort?.postMessage(message);
}
