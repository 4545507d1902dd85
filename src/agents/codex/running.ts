import * as path from 'node:path';
import type { Files } from '../../platform/files';
import { resolved } from '../../platform/folders';
import { lockHolders, processArguments } from '../../platform/locks';
import type { RunningProcess } from '../../platform/processes';
import type { Place } from '../agent';
import { parseRolloutName } from './fileName';
import { codexHome } from './locate';

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

/**
 * By their locks, which are there before the first prompt, or by the rollouts they have open. A thread that was left with `/new`
 * stays locked; ids begin with the time of their making, so the newest is the last.
 */
export async function threadsIn(processes: readonly RunningProcess[], place: Place): Promise<readonly string[] | null> {
  const home = await resolved(codexHome(place));
  for (const { openFiles } of processes) {
    if (openFiles === null) return null;
    const threads = openFiles.flatMap((file) => threadOf(file, home) ?? []);
    if (threads.length > 0) return [...new Set(threads)].sort();
  }
  return [];
}

function threadOf(file: string, home: string): string | undefined {
  const { dir, base } = path.parse(file);
  if (dir === path.join(home, 'thread-writer-locks')) return /^([0-9a-f-]{36})\.lock$/.exec(base)?.[1];
  return file.startsWith(path.join(home, 'sessions') + path.sep) ? parseRolloutName(base)?.thread : undefined;
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
