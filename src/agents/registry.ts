import type { AgentId } from '../shared/agentId';
import type { Agent } from './agent';
import { claudeCode } from './claudeCode/claudeCode';
import { codex } from './codex/codex';

/** Every agent that has an adapter, in the order in which a person sees them. */
export const agents: readonly Agent[] = [claudeCode, codex];

export function agentOf(id: AgentId): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
