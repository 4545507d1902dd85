import * as fs from 'node:fs';
import * as path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type WatchTarget, watchTarget } from '../platform/watch';
import { whenThere } from '../platform/whenThere';

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
  const onChange = (file: string): void => {
    const paths = pending.get(id) ?? new Set();
    if (paths.size < pathLimit) paths.add(file);
    pending.set(id, paths);
    timer ??= setTimeout(flush, burst);
  };
  const watch = (onReady?: () => void): void =>
    void watchTarget(target, onChange, (error) => send({ error: `${target.path}: ${error.message}` }), onReady);
  // chokidar sees nothing below a folder that it did not find at its start, as an agent's before its first session.
  const folder = target.depth === undefined ? path.dirname(target.path) : target.path;
  if (fs.existsSync(folder)) watch();
  else whenThere(folder, () => watch(() => onChange(target.path)));
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
