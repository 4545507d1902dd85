import { statOf } from './processStat';

/** Whether process `pid` runs; as for the start, see `startOf`. One of another user may hide its start: then it is taken to be the same. */
export function isRunning(pid: number, start: string | undefined): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return process.platform !== 'linux' || now === undefined || start === now;
}

/** When process `pid` started, in clock ticks since the machine did: the 22nd field of `/proc/<pid>/stat`. Linux only. */
export function startOf(pid: number): string | undefined {
  return statOf(pid)[22 - 3];
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
