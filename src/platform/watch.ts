import * as fs from 'node:fs';
import * as path from 'node:path';
import { watch as chokidarWatch } from 'chokidar';
import type { Disposable } from '../core/owned';

/** What to watch: a file, or a folder down to `depth` levels below it. It need not exist yet. */
export interface WatchTarget {
  readonly path: string;
  readonly depth?: number;
  /** Only these names count in a folder that holds much else. */
  readonly names?: RegExp;
}

/** How often polled files are looked at where the system's own notifications can't be had, in milliseconds. */
const pollInterval = 2000;
/** chokidar 5.0.0 tells of a file once in 50 milliseconds and drops what comes in between, the last change too. */
const droppedFor = 60;

/** How much earlier than it was written a file may say that it was, in milliseconds: some file systems keep whole seconds. */
const coarseness = 2000;

/**
 * Calls `onChange` with the path of everything that appears, changes or goes at a target. Where the system refuses to
 * watch (its limit of watches is reached) the target is polled instead. What goes before `onReady` is not told.
 */
export function watchTarget(
  target: WatchTarget,
  onChange: (path: string) => void,
  onError: (error: Error) => void,
  onReady: () => void = () => undefined,
): Disposable {
  const options = {
    alwaysStat: true,
    ignored: (file: string) => isIgnored(target, file),
    ...(target.depth !== undefined && { depth: target.depth }),
  };
  const stamps = new Map<string, string>();
  const looks = new Map<string, NodeJS.Timeout>();
  // Looking at thousands of files takes seconds. Whoever calls has read them before or meanwhile: only what is newer counts.
  const news = Date.now() - coarseness;
  let isReady = false;
  let polling = false;
  let ended = false;
  let watcher = begin(false);

  function begin(usePolling: boolean): ReturnType<typeof chokidarWatch> {
    return chokidarWatch(target.path, { ...options, usePolling, interval: pollInterval, binaryInterval: pollInterval })
      .on('all', (_event, file, stats) => (isReady || (stats?.mtimeMs ?? 0) >= news) && note(file, stats))
      .on('ready', () => {
        isReady = true;
        onReady();
      })
      .on('error', (error) => {
        onError(error as Error);
        const code = (error as NodeJS.ErrnoException).code;
        if (polling || (code !== 'ENOSPC' && code !== 'EMFILE')) return;
        polling = true;
        void watcher.close();
        watcher = begin(true);
      });
  }

  function note(file: string, stats: fs.Stats | undefined): void {
    if (ended) return;
    // The system also tells of files that were only opened, as a reader of a database does with its log.
    const stamp = stats && `${stats.size}:${stats.mtimeMs}`;
    if (stamp !== undefined && stamps.get(file) === stamp) return;
    clearTimeout(looks.get(file));
    if (stamp === undefined) stamps.delete(file);
    else {
      stamps.set(file, stamp);
      looks.set(file, setTimeout(() => look(file), droppedFor));
    }
    onChange(file);
  }

  function look(file: string): void {
    looks.delete(file);
    fs.stat(file, (error, stats) => {
      // One that is gone is told of by its own event.
      if (error === null) note(file, stats);
    });
  }

  return {
    dispose: () => {
      ended = true;
      for (const timer of looks.values()) clearTimeout(timer);
      void watcher.close();
    },
  };
}

function isIgnored({ path: root, names }: WatchTarget, file: string): boolean {
  // The index of a SQLite write-ahead log: reading a database writes it, and so reading would cause the next reading.
  if (file.endsWith('-shm')) return true;
  return names !== undefined && path.resolve(file) !== path.resolve(root) && !names.test(path.basename(file));
}
