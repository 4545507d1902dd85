import type { Files } from './files';

/**
 * The processes that hold a `flock`, by inode of the locked file; empty where the system has no `/proc/locks`.
 * The device is left out: file systems such as btrfs and overlayfs report another one there than `stat` does.
 */
export async function lockHolders(files: Files): Promise<ReadonlyMap<number, number>> {
  const holders = new Map<number, number>();
  let text: string;
  try {
    text = (await files.small('/proc/locks')).toString();
  } catch {
    return holders;
  }
  // `1: FLOCK  ADVISORY  WRITE 4242 08:01:1835271 0 EOF`; a line of a process that waits has `->` after the number.
  for (const [, pid, inode] of text.matchAll(/^\d+: FLOCK +\w+ +\w+ +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm)) {
    holders.set(Number(inode), Number(pid));
  }
  return holders;
}

/** The arguments a process was started with; none when it is gone or hidden. */
export async function processArguments(files: Files, pid: number): Promise<readonly string[]> {
  try {
    return (await files.small(`/proc/${String(pid)}/cmdline`)).toString().split('\0').filter((part) => part !== '');
  } catch {
    return [];
  }
}
