import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { removeAbandoned, temporaryFor } from './temporaryName';

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

/**
 * Copies a file, or a folder with all that is in it, over what is at `to`: each file is replaced whole and at once, and one that is there alone
 * stays, as where nothing is at `from` any more. Of a link what it leads to is copied: that may go while the copy stays. Rejects with Node's errors.
 */
export async function copyOver(from: string, to: string): Promise<void> {
  const there = await fs.promises.stat(from).catch(unlessGone);
  if (there === undefined) return;
  if (there.isDirectory()) {
    await fs.promises.mkdir(to, { recursive: true });
    // Of copies that were cut off.
    await removeAbandoned(to);
    for (const name of (await fs.promises.readdir(from).catch(unlessGone)) ?? []) await copyOver(path.join(from, name), path.join(to, name));
    return;
  }
  await fs.promises.mkdir(path.dirname(to), { recursive: true });
  const temporary = temporaryFor(to);
  try {
    await fs.promises.cp(from, temporary, { preserveTimestamps: true, dereference: true });
    await fs.promises.rename(temporary, to);
  } catch (error) {
    await fs.promises.rm(temporary, { force: true });
    if (fs.existsSync(from)) throw error;
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
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
