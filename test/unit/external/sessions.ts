import type { SessionRecord } from '../../../src/agents/agent';
import type { Session } from '../../../src/external/session';
import { type AgentId, sessionKey } from '../../../src/shared/agentId';

/** A session of which only the given facts matter. */
export function session(id: string, record: Partial<SessionRecord> = {}, agent: AgentId = 'codex'): Session {
  const whole: SessionRecord = {
    id, title: id, titleSource: 'first_prompt', firstPrompt: id, folder: '/home/dev/app', branch: null, createdAt: null,
    lastActivityAt: null, messageCount: 1, models: [], usage: null, inlineSubagentUsage: null, parentId: null, subagentOf: null,
    archived: false, hidden: null, agentVersion: null, unknownTypes: {}, ...record,
  };
  return { key: sessionKey(agent, id), agent, record: whole, running: false, usageWithSubagents: null, files: [], resume: null };
}
