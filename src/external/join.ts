import type { AgentProgram, Features, FoundSession, SessionRecord, Skipped, SkipReason } from '../agents/agent';
import { type AgentId, sessionKey } from '../shared/agentId';
import { addUsage, type Usage } from '../transcript/model';
import type { Session } from './session';

/** Something found in a history that is no row, with where it belongs as far as that is known. */
export interface NotShown {
  readonly agent: AgentId;
  readonly id: string | null;
  readonly path: string;
  /** The recorded folder; `null` where the reading never came so far. */
  readonly folder: string | null;
  readonly reason: SkipReason;
  readonly detail: string;
}

export interface Joined {
  readonly sessions: readonly Session[];
  readonly notShown: readonly NotShown[];
}

export interface AgentHistory {
  readonly found: readonly FoundSession[];
  readonly records: ReadonlyMap<string, SessionRecord>;
  readonly skipped: readonly Skipped[];
}

/**
 * Makes rows of what one agent's files tell one by one: sub-agents go under their sessions, and what is no row gets
 * its reason. `installed` is `undefined` for an agent that is not installed: all its sessions are hidden. `host` is the machine, where it
 * is another.
 */
export function join(agent: AgentProgram, history: AgentHistory, installed: Features | undefined, host?: string): Joined {
  const sessions: Session[] = [];
  const notShown: NotShown[] = history.skipped.map((skipped) => ({ agent: agent.id, folder: null, ...skipped }));
  const children = childrenOf(history.records);
  for (const found of history.found) {
    const record = history.records.get(found.id);
    if (record === undefined) continue;
    const reason = reasonToHide(record, found, installed);
    if (reason !== undefined) {
      const path = found.files[0] ?? '';
      notShown.push({ agent: agent.id, id: found.id, path, folder: record.folder ?? folderOfStarter(record, history.records), reason, detail: record.subagentOf ?? '' });
      continue;
    }
    sessions.push({
      key: sessionKey(agent.id, record.id, host),
      agent: agent.id,
      record,
      running: found.running,
      usageWithSubagents: usageBelow(record, children, new Set()),
      files: found.files,
      resume: record.resumable === false ? null : agent.resume(record, installed ?? {}),
    });
  }
  return { sessions, notShown };
}

/** A sub-agent that was not read is where the session that started it is. */
function folderOfStarter(record: SessionRecord, records: ReadonlyMap<string, SessionRecord>): string | null {
  return records.get(record.subagentOf ?? '')?.folder ?? null;
}

function reasonToHide(record: SessionRecord, found: FoundSession, installed: Features | undefined): SkipReason | undefined {
  if (record.subagentOf !== null) return 'sub_agent';
  if (installed === undefined) return 'agent_not_installed';
  if (record.hidden === 'no_message' && found.running) return undefined;
  return record.hidden ?? undefined;
}

function childrenOf(records: ReadonlyMap<string, SessionRecord>): ReadonlyMap<string, readonly SessionRecord[]> {
  const children = new Map<string, SessionRecord[]>();
  for (const record of records.values()) {
    if (record.subagentOf === null) continue;
    const siblings = children.get(record.subagentOf);
    if (siblings === undefined) children.set(record.subagentOf, [record]);
    else siblings.push(record);
  }
  return children;
}

/** A record's usage and that of all sub-agents below it; each counted once, also where damaged files form a circle. */
function usageBelow(
  record: SessionRecord,
  children: ReadonlyMap<string, readonly SessionRecord[]>,
  seen: Set<string>,
): Usage | null {
  if (record.usage === null) return null;
  seen.add(record.id);
  let sum = record.inlineSubagentUsage === null ? record.usage : addUsage(record.usage, record.inlineSubagentUsage);
  for (const child of children.get(record.id) ?? []) {
    const below = seen.has(child.id) ? null : usageBelow(child, children, seen);
    if (below !== null) sum = addUsage(sum, below);
  }
  return sum;
}
