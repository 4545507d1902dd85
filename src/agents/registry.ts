import type { AgentId } from '../shared/agentId';
import type { Agent } from './agent';
import { claudeCode } from './claudeCode/claudeCode';
import { codex } from './codex/codex';
import { copilot } from './copilot/copilot';
import { gemini } from './gemini/gemini';
import { hermes } from './hermes/hermes';
import { opencode } from './opencode/opencode';

/** Every agent's adapter, in the order in which a person sees them. */
export const agents: readonly Agent[] = [claudeCode, codex, opencode, gemini, copilot, hermes];

export function agentOf(id: AgentId): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
