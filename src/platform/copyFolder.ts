import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Copies the folder `from` to `to` when there is something to copy and nothing at `to`: whole or not at all. Answers whether it did. */
export async function copyWhereNone(from: string, to: string): Promise<boolean> {
  if ((await isEmpty(from)) || !(await isEmpty(to))) return false;
  const temporary = `${to}.${randomUUID()}`;
  try {
    await fs.promises.mkdir(path.dirname(to), { recursive: true });
    await fs.promises.cp(from, temporary, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    // Windows renames onto no folder, not even an empty one. What came into it meanwhile stays, and the renaming fails.
    await fs.promises.rmdir(to).catch(() => undefined);
    await fs.promises.rename(temporary, to);
    return true;
  } catch (error) {
    await fs.promises.rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Also of one that does not exist. */
async function isEmpty(folder: string): Promise<boolean> {
  try {
    const opened = await fs.promises.opendir(folder);
    try {
      return (await opened.read()) === null;
    } finally {
      await opened.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
