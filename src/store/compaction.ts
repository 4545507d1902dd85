import * as fs from 'node:fs';
import { writeDurably } from '../platform/durable';
import { sum } from './logLine';
import type { StoreFailure } from './operations';
import type { State } from './replica';
import { type Current, parseCurrent } from './schema';
import type { StoreFiles } from './storeFiles';
import { notWritten, withLock } from './writer';

/**
 * Begins an epoch: a snapshot of what is there now, and a log of what has been written since. The snapshot, which is
 * large, is written while all windows go on. Does nothing when another window has begun one meanwhile.
 * `upToDate` gives the state with everything in it that any window has written.
 */
export async function compact(files: StoreFiles, upToDate: () => State | undefined): Promise<StoreFailure | undefined> {
  const before = upToDate();
  if (before === undefined) return undefined;
  const { epoch: old, sequence, previous, end, database } = before;
  return beginEpoch(files, { sequence, previous, bytes: database.bytes() }, () => {
    const now = upToDate();
    return now?.epoch === old ? now.log.read(end, now.end - end) : undefined;
  });
}

/** What an epoch begins with: the whole database, as of a line and its checksum. */
export interface Start {
  readonly sequence: number;
  readonly previous: string;
  readonly bytes: Uint8Array;
}

/** Makes an epoch of `start` and of the log that `tailOf` gives under the lock; none when that gives none, or what was in the way. */
export async function beginEpoch(files: StoreFiles, { sequence, previous, bytes }: Start, tailOf: () => Uint8Array | undefined): Promise<StoreFailure | undefined> {
  try {
    const epoch = files.newEpoch();
    const current: Current = { epoch, sequence, previous, snapshot: sum(bytes) };
    // Who makes this file has the epoch: another window that counted the same one fails here.
    const handle = await fs.promises.open(files.snapshot(epoch), 'wx', 0o600);
    const refused = await fill(handle, bytes) ?? await withLock(files, (lock) => {
      const tail = tailOf();
      if (tail === undefined) return undefined;
      writeDurably(files.log(epoch), tail, 'wx');
      files.setCurrent(current, lock);
      return undefined;
    });
    const isBegun = parseCurrent(files.currentText() ?? '')?.epoch === epoch;
    if (!isBegun) [files.snapshot(epoch), files.log(epoch)].forEach((file) => files.remove(file));
    else if (refused === undefined) files.removeBefore(epoch);
    return refused;
  } catch (error) {
    return notWritten(error);
  }
}

async function fill(handle: fs.promises.FileHandle, bytes: Uint8Array): Promise<StoreFailure | undefined> {
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    return undefined;
  } catch (error) {
    return notWritten(error);
  } finally {
    await handle.close();
  }
}
