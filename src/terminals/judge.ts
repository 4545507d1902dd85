import type { Evidence } from '../agents/agent';
import { creationOf, type Session } from '../external/session';
import { type AgentId, sessionKey, type SessionKey } from '../shared/agentId';

export interface Case extends Pick<Evidence, 'open'> {
  readonly agent: AgentId;
  /** Whether a session is a row, and nothing else's already. */
  readonly isFree: (session: SessionKey) => boolean;
  /** The sessions that were begun in the folder since the process was started. */
  readonly begun: readonly SessionKey[];
  /** Nothing else is known that could have begun them. */
  readonly isAlone: boolean;
}

/** Which session a process has: never a guess. */
export function judge({ agent, open, isFree, begun, isAlone }: Case): SessionKey | 'ambiguous' | 'waiting' {
  // One without a prompt is no row yet, and may never be: it can still be left for another one. Others are sub-agents'.
  if (open !== null) return open.map((id) => sessionKey(agent, id)).filter(isFree).at(-1) ?? 'waiting';
  const [only, ...others] = begun.filter(isFree);
  if (only === undefined) return 'waiting';
  return others.length === 0 && isAlone ? only : 'ambiguous';
}

/** Whether `session` may be the one that a process began. Some agents record whole seconds. */
export function fits(session: Session, { agent, begunAt }: { readonly agent: AgentId; readonly begunAt: number }): boolean {
  const created = Date.parse(creationOf(session) ?? '');
  return session.agent === agent && created >= Math.floor(begunAt / 1000) * 1000;
}
