import { parseSessionKey, type AgentId, type SessionKey } from '../shared/agentId';
import type { Chat } from '../store/rows';

/** The agent that a chat is linked to; `null` also for one that is not known here any more. */
export function agentOfChat({ link }: Pick<Chat, 'link'>): AgentId | null {
  return link === null ? null : (parseSessionKey(`${link.agent}:?`)?.agent ?? null);
}

/** The native session that a chat stands for, once it is known. */
export function nativeOf({ link }: Pick<Chat, 'link'>): SessionKey | undefined {
  const key = link === null || link.nativeId === null ? undefined : `${link.agent}:${link.nativeId}`;
  return key !== undefined && parseSessionKey(key) !== undefined ? (key as SessionKey) : undefined;
}
