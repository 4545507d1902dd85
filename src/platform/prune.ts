import * as fs from 'node:fs';
import * as path from 'node:path';

/** Removes from `folder` what has a name like `ours` and was not written for `age` milliseconds. What can't be removed stays. */
export async function prune(folder: string, ours: RegExp, age: number): Promise<void> {
  const names = await fs.promises.readdir(folder).catch(() => []);
  const limit = Date.now() - age;
  for (const entry of names.filter((name) => ours.test(name)).map((name) => path.join(folder, name))) {
    try {
      if ((await fs.promises.lstat(entry)).mtimeMs < limit) await fs.promises.rm(entry, { recursive: true, force: true });
    } catch {
      // Another window was quicker, or it isn't ours to remove.
    }
  }
}
