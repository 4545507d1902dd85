import { localDay } from '../core/time';
import { isWithin } from '../platform/folders';
import { type AgentId, sessionKey, type SessionKey } from '../shared/agentId';
import type { DaySum } from '../workers/daySums';
import type { SessionTally } from '../workers/tally';

/** What one session used on one day with one model, and whose session it is. */
export interface UsageEntry extends DaySum {
  readonly session: SessionKey;
  readonly agent: AgentId;
  /** The session's folder. */
  readonly project: string | null;
}

/** What the rows of the list used. */
export interface UsageOfRows {
  readonly entries: readonly UsageEntry[];
  /** Rows of which nothing is recorded that usage can be told from. */
  readonly unknown: readonly SessionTally[];
}

/** Days as YYYY-MM-DD, both included; without a bound everything that way. */
export interface Period {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** What the list's rows below any of `roots` used, or all rows. Sub-agents count in the session that they worked for. */
export function usageOfRows(tallies: readonly SessionTally[], roots?: readonly string[]): UsageOfRows {
  const byKey = new Map<string, SessionTally>(tallies.map((tally) => [sessionKey(tally.agent, tally.id), tally]));
  const entries: UsageEntry[] = [];
  const unknown: SessionTally[] = [];
  for (const tally of tallies) {
    const row = rowOf(tally, byKey);
    if (row === undefined || (roots !== undefined && !isBelow(row.row.comparable, roots))) continue;
    if (row === tally && !tally.isKnown) unknown.push(tally);
    const of = { session: sessionKey(row.agent, row.id), agent: row.agent, project: row.row.folder };
    for (const sum of tally.days) entries.push({ ...of, ...sum, isSide: sum.isSide || row !== tally });
  }
  return { entries, unknown };
}

function isBelow(folder: string | null, roots: readonly string[]): boolean {
  return folder !== null && roots.some((root) => isWithin(root, folder));
}

/** The row in which a session counts; `undefined` for what is in none. Damaged files may form a circle. */
function rowOf(tally: SessionTally, byKey: ReadonlyMap<string, SessionTally>): SessionTally | undefined {
  const passed = new Set<SessionTally>();
  let at: SessionTally | undefined = tally;
  while (at !== undefined && at.row.owner !== null && !passed.has(at)) {
    passed.add(at);
    at = byKey.get(sessionKey(at.agent, at.row.owner));
  }
  return at === undefined || at.row.isHidden || at.row.owner !== null ? undefined : at;
}

/** Those of `sessions` that were active in the period last, or it is not known when. */
export function activeIn(sessions: readonly SessionTally[], period: Period): SessionTally[] {
  return sessions.filter(({ row: { lastActivityAt: at } }) => at === null || isDayWithin(localDay(new Date(at)), period));
}

export function isDayWithin(day: string | null, { since, until }: Period): boolean {
  if (day === null) return since === undefined && until === undefined;
  return (since === undefined || day >= since) && (until === undefined || day <= until);
}
