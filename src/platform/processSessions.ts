import { processIds, statOf } from './processStat';

/**
 * The processes of the session that `leader` began, itself included: what was started on its terminal, also in groups of
 * its own. Linux only; elsewhere none are found.
 */
export function sessionMembers(leader: number): number[] {
  if (process.platform !== 'linux') return [];
  return processIds().filter((pid) => sessionOf(pid) === leader);
}

/** Nothing for one that has ended and waits to be reaped. */
function sessionOf(pid: number): number | undefined {
  const [state, , , session] = statOf(pid);
  return state === 'Z' ? undefined : Number(session);
}
