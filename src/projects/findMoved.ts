import * as fs from 'node:fs';
import * as path from 'node:path';
import type { FolderIdentity } from '../store/rows';
import { identityOf } from './seeFolder';

/** How far up from the old path is looked, in folders. */
const levels = 3;
/** Folders looked at beside the old path or beside one of its parents; a place with more is looked through in part. */
const namesLimit = 2000;

/**
 * The folder that was at `folder` before it, or one of its parents, was moved or renamed. Looked for nearby: beside the old path and
 * beside its parents, and below each of those where the old path went on. Only the identity counts, never a name.
 */
export async function findMoved(folder: string, identity: FolderIdentity): Promise<string | undefined> {
  for await (const candidate of candidates(folder)) {
    if ((await identityAt(candidate)) === identity) return candidate;
  }
  return undefined;
}

async function* candidates(folder: string): AsyncIterable<string> {
  for (let level = 0, at = path.dirname(folder); level < levels; level++, at = path.dirname(at)) {
    const parts = path.relative(at, folder).split(path.sep);
    for await (const name of foldersIn(at)) {
      yield path.join(at, name);
      yield* parts.map((_, from) => path.join(at, name, ...parts.slice(from)));
    }
    if (path.dirname(at) === at) return;
  }
}

/** Their names. Links are left out: the folder itself is looked for, not a way to it. */
async function* foldersIn(folder: string): AsyncIterable<string> {
  let count = 0;
  try {
    for await (const entry of await fs.promises.opendir(folder)) {
      if (!entry.isDirectory()) continue;
      yield entry.name;
      if (++count === namesLimit) return;
    }
  } catch {
    // Gone as well, or not ours to read: nothing is found there.
  }
}

async function identityAt(folder: string): Promise<FolderIdentity | null> {
  try {
    return identityOf(await fs.promises.stat(folder, { bigint: true }));
  } catch {
    return null;
  }
}
