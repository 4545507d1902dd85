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

/**
 * `<agent>:<session id>`, on this machine; `ssh://<host>/<agent>:<session id>` on another, as ssh names it. Names one native session,
 * everywhere.
 */
export type SessionKey = `${AgentId}:${string}` | `ssh://${string}/${AgentId}:${string}`;

export function sessionKey(agent: AgentId, id: string, host?: string): SessionKey {
  return host === undefined ? `${agent}:${id}` : `ssh://${host}/${agent}:${id}`;
}

export interface KeyParts {
  readonly agent: AgentId;
  readonly id: string;
}

/** The two parts of `key`, or `undefined` when it names no agent of ours, has no id, or is of another machine. */
export function parseSessionKey(key: string): KeyParts | undefined {
  const colon = key.indexOf(':');
  const agent = agentIds.find((id) => id === key.slice(0, colon));
  const id = key.slice(colon + 1);
  return colon < 0 || agent === undefined || id === '' ? undefined : { agent, id };
}

/** As `parseSessionKey`, of any machine: `host` is `undefined` for this one. */
export function parseKey(key: string): (KeyParts & { readonly host: string | undefined }) | undefined {
  const [, host, rest = key] = /^ssh:\/\/([^/]+)\/([^]*)$/.exec(key) ?? [];
  const parts = parseSessionKey(rest);
  return parts && { ...parts, host };
}
