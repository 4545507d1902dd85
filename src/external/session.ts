import type { Command, SessionRecord } from '../agents/agent';
import type { AgentId, SessionKey } from '../shared/agentId';
import type { Usage } from '../transcript/model';

/** One native session as Localix lists it: its record, joined with what only the whole finding tells. */
export interface Session {
  readonly key: SessionKey;
  readonly agent: AgentId;
  readonly record: SessionRecord;
  readonly running: boolean;
  /** Own usage plus that of every sub-agent below it; `null` when the own usage is unknown. */
  readonly usageWithSubagents: Usage | null;
  readonly files: readonly string[];
  /** `null` where the agent itself can't open the session any more. */
  readonly resume: Command | null;
}

/** When the session was last active, as far as is known. */
export function activityOf({ record }: Session): string | null {
  return record.lastActivityAt ?? record.createdAt;
}

/** When the session began, as far as is known. */
export function creationOf({ record }: Session): string | null {
  return record.createdAt ?? record.lastActivityAt;
}

/** Newest activity first. */
export function byActivity(a: Session, b: Session): number {
  const [x, y] = [activityOf(a) ?? '', activityOf(b) ?? ''];
  if (x !== y) return x < y ? 1 : -1;
  return a.key < b.key ? -1 : 1;
}
