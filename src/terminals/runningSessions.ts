import type { ExternalSessions } from '../external/externalSessions';
import type { Session } from '../external/session';
import type { SessionKey } from '../shared/agentId';
import type { Terminals } from './terminals';

/**
 * Whose process has a session open: the session's own terminal, in whatever window; another one of this window, in which the
 * agent went over to it; or someone else's.
 */
export type Holder = 'own' | { readonly terminal: string } | 'foreign';

/** Tells who has sessions open that run. */
export class RunningSessions {
  constructor(
    private readonly deps: {
      terminals: Pick<Terminals, 'live' | 'isLive'>;
      external: Pick<ExternalSessions, 'evidence'>;
      /** The terminal that belongs to a session, running or not. */
      ownOf: (key: SessionKey) => string | undefined;
    },
  ) {}

  async holderOf({ key, agent, record }: Session): Promise<Holder> {
    const { terminals, external, ownOf } = this.deps;
    const own = ownOf(key);
    if (own !== undefined && (await terminals.isLive(own))) return 'own';
    for (const { request, pid } of terminals.live()) {
      if (request.agent !== agent || request.key === own) continue;
      const { open } = await external.evidence(agent, pid, request.spec.cwd);
      if (open?.includes(record.id) === true) return { terminal: request.key };
    }
    return 'foreign';
  }
}
