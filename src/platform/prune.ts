import * as fs from 'node:fs';
import * as path from 'node:path';

/** Whether what has this name, and is this, was left behind. */
export type IsLeft = (name: string, stat: fs.Stats) => boolean;

/** Removes from `folder` what was left behind. What can't be removed stays. */
export async function prune(folder: string, isLeft: IsLeft): Promise<void> {
  for (const name of await fs.promises.readdir(folder).catch(() => [])) {
    const entry = path.join(folder, name);
    try {
      if (isLeft(name, await fs.promises.lstat(entry))) await fs.promises.rm(entry, { recursive: true, force: true });
    } catch {
      // Another window was quicker, or it isn't ours to remove.
    }
  }
}

/** What has a name like `ours` and was not written for `age` milliseconds. */
export function unused(ours: RegExp, age: number): IsLeft {
  const limit = Date.now() - age;
  return (name, { mtimeMs }) => ours.test(name) && mtimeMs < limit;
}
