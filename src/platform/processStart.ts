import type { Files } from './files';
import { statFields } from './processStat';

/** Whether process `pid` runs; as for the start, see `startOf`. */
export async function isRunning(files: Files, pid: number, start: string | undefined): Promise<boolean> {
  if (!isAlive(pid)) return false;
  return process.platform !== 'linux' || start === (await startOf(files, pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user exists all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When process `pid` started, in clock ticks since the machine did: the 22nd field of `/proc/<pid>/stat`. Linux only. */
async function startOf(files: Files, pid: number): Promise<string | undefined> {
  try {
    return statFields((await files.small(`/proc/${pid}/stat`, 4096)).toString('latin1'))[22 - 3];
  } catch {
    return undefined;
  }
}
