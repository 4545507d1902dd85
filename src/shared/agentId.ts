/** The coding agents whose history Localix reads, in the order in which a person sees them. */
export const agentIds = ['claude-code', 'codex', 'opencode', 'gemini', 'copilot', 'hermes'] as const;
export type AgentId = (typeof agentIds)[number];

export const agentNames: Readonly<Record<AgentId, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'opencode',
  gemini: 'Gemini CLI',
  copilot: 'GitHub Copilot CLI',
  hermes: 'Hermes',
};

/** `<agent>:<session id>`: names one native session, everywhere. */
export type SessionKey = `${AgentId}:${string}`;

export function sessionKey(agent: AgentId, id: string): SessionKey {
  return `${agent}:${id}`;
}

/** The two parts of `key`, or `undefined` when it names no agent of ours or has no id. */
export function parseSessionKey(key: string): { agent: AgentId; id: string } | undefined {
  const colon = key.indexOf(':');
  const agent = agentIds.find((id) => id === key.slice(0, colon));
  const id = key.slice(colon + 1);
  return colon < 0 || agent === undefined || id === '' ? undefined : { agent, id };
}
