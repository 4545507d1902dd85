import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockSync } from 'proper-lockfile';

export interface FileLock {
  /** `false` once another process took the lock over, because this one stood still for too long. */
  isHeld(): boolean;
  release(): void;
}

/** Milliseconds after which a lock counts as left behind by a killed process; the least that the library allows. */
const stale = 2000;
/** Waiters look again after at most so many milliseconds, at random, so that none of them is always late. */
export const longestPause = 8;
/** On Windows a folder that is being removed refuses to be made. */
const mayPass: ReadonlySet<string | undefined> = new Set(['ELOCKED', 'EPERM', 'EBUSY', 'ENOENT']);

/**
 * Takes the lock at `path`, a folder that exists as long as the lock is held, in a folder that exists. Rejects with the
 * last reason when it can't be had within `patience` milliseconds, and with that of `signal` once it is aborted.
 */
export async function takeLock(path: string, patience: number, signal?: AbortSignal): Promise<FileLock> {
  const until = Date.now() + patience;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return held(path);
    } catch (error) {
      if (!mayPass.has((error as NodeJS.ErrnoException).code) || Date.now() > until) throw error;
      await sleep(1 + Math.random() * (longestPause - 1));
    }
  }
}

function held(path: string): FileLock {
  // The holder asks `isHeld` where it matters; the library's own notice comes from a timer, too late.
  const release = lockSync(path, { lockfilePath: path, realpath: false, stale, onCompromised: () => undefined });
  const mine = identity(path);
  const isHeld = (): boolean => identity(path) === mine;
  return {
    isHeld,
    release: () => {
      // The library would remove whatever stands there.
      if (isHeld()) release();
    },
  };
}

function identity(path: string): string | undefined {
  const stat = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino}:${stat.birthtimeNs}`;
}
