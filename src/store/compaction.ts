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
  try {
    const { epoch: old, sequence, previous, end } = before;
    const bytes = before.database.bytes();
    const epoch = files.newEpoch();
    const current: Current = { epoch, sequence, previous, snapshot: sum(bytes) };
    // Who makes this file has the epoch: another window that counted the same one fails here.
    const handle = await fs.promises.open(files.snapshot(epoch), 'wx', 0o600);
    const refused = await fill(handle, bytes) ?? await withLock(files, (lock) => {
      const now = upToDate();
      if (now?.epoch !== old) return undefined;
      writeDurably(files.log(epoch), now.log.read(end, now.end - end), 'wx');
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
