import type { Listing } from '../external/externalSessions';

/** What the External view is in; the manifest's welcome texts go by it. */
export type ExternalState = 'loading' | 'ready' | 'no_agents' | 'no_sessions' | 'failed';

/** `agents` is the number of installed ones, `undefined` while they are being looked for. */
export function externalState(listings: readonly Pick<Listing, 'state' | 'sessions'>[], agents: number | undefined): ExternalState {
  if (listings.some(({ sessions }) => sessions.length > 0)) return 'ready';
  if (listings.some(({ state }) => state === 'failed')) return 'failed';
  if (agents === undefined || listings.some(({ state }) => state === 'loading')) return 'loading';
  return agents === 0 ? 'no_agents' : 'no_sessions';
}
