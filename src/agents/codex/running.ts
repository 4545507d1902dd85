import * as path from 'node:path';
import type { Files } from '../../platform/files';
import { lockHolders, processArguments } from '../../platform/locks';

/**
 * The threads that a Codex process has open, by the locks it holds in `thread-writer-locks`. Those of the shared
 * background server (`codex app-server`) don't count: it keeps them after the terminal has quit.
 */
export async function openThreads(home: string, files: Files): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const folder = path.join(home, 'thread-writer-locks');
  const names = await lockNames(folder, files);
  if (names.length === 0) return open;
  const holders = await lockHolders(files);
  if (holders.size === 0) return open;
  for (const name of names) {
    const pid = holders.get(await inodeOf(path.join(folder, name), files));
    if (pid === undefined) continue;
    const argv = await processArguments(files, pid);
    if (argv.length > 0 && !argv.includes('app-server')) open.add(path.basename(name, '.lock'));
  }
  return open;
}

/** Clean exits delete their lock, so these are few. */
async function lockNames(folder: string, files: Files): Promise<string[]> {
  try {
    const names = (await files.entries(folder)).map((entry) => entry.name);
    return names.filter((name) => name.endsWith('.lock') && !name.startsWith('.'));
  } catch {
    return [];
  }
}

async function inodeOf(file: string, files: Files): Promise<number> {
  try {
    return Number((await files.stat(file)).identity.split(':')[1]);
  } catch {
    return -1;
  }
}
