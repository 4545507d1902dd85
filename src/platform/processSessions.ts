import * as fs from 'node:fs';

/**
 * The processes of the session that `leader` began, itself included: what was started on its terminal, also in groups of
 * its own. Linux only; elsewhere none are found.
 */
export function sessionMembers(leader: number): number[] {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').map(Number).filter((pid) => pid > 0 && sessionOf(pid) === leader);
}

/** The sixth field of `/proc/<pid>/stat`; nothing for one that has ended and waits to be reaped. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses; it may hold blanks and parentheses itself.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(session);
  } catch {
    return undefined;
  }
}
