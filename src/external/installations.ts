import type { Features } from '../agents/agent';
import type { Event } from '../core/events';
import type { AgentId } from '../shared/agentId';

/** An agent whose program is on this machine. */
export interface Installation {
  readonly agent: AgentId;
  /** The program. */
  readonly path: string;
  /** Empty while nothing may be run, in an untrusted workspace. */
  readonly features: Features;
}

/** Which agents are installed. Sessions of others are not shown. */
export interface Installations {
  /** Looks on the first call; answers from memory after. */
  list(): Promise<readonly Installation[]>;
  /** Looks again. */
  refresh(): Promise<readonly Installation[]>;
  readonly onDidChange: Event<void>;
}
