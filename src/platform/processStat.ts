import * as fs from 'node:fs';

/**
 * What `/proc/<pid>/stat` says after the program's name, from its third field on: state, parent, group, session and so on.
 * The name is in parentheses and may hold blanks and parentheses itself.
 */
export function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The fields of process `pid`; none when it is gone, or where the system has no `/proc`. */
export function statOf(pid: number): readonly string[] {
  try {
    return statFields(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return [];
  }
}

/** The processes there are; none where the system has no `/proc`. */
export function processIds(): readonly number[] {
  try {
    return fs.readdirSync('/proc').map(Number).filter((pid) => pid > 0);
  } catch {
    return [];
  }
}
