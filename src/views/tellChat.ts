import { agentOfChat, nativeOf } from '../chats/chat';
import { sessionKey } from '../shared/agentId';
import type { Chat } from '../store/rows';
import { chatSteps, chatWords, type ChatCode } from './chatWords';
import { type Notice, showNotice } from './notice';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { type SessionFailure, sessionNotice } from './tellFailure';

export interface ChatFailure {
  readonly code: ChatCode;
  readonly detail: string;
}

/** Tells a person what went wrong with a chat, and offers what they can do next. */
export async function tellChat({ log }: Pick<Services, 'log'>, failure: ChatFailure, argument?: unknown): Promise<void> {
  log.warn(`chat: ${failure.code} ${failure.detail}`);
  await showNotice(chatNotice(failure, argument));
}

/** As `tellChat`, also for what went wrong with the chat's session or its terminal. */
export async function tellChatTerminal({ log }: Services, chat: Chat, failure: ChatFailure | SessionFailure): Promise<void> {
  log.warn(`${chat.id}: ${failure.code} ${failure.detail}`);
  await showNotice(terminalNotice(chat, failure));
}

/** What to say of a failure with the chat's session or its terminal. */
export function terminalNotice(chat: Chat, failure: ChatFailure | SessionFailure): Notice {
  if (isOfChat(failure)) return chatNotice(failure, chat.id);
  return sessionNotice(nativeOf(chat) ?? sessionKey(agentOfChat(chat) ?? 'claude-code', ''), failure);
}

function chatNotice({ code, detail }: ChatFailure, argument: unknown): Notice {
  return { message: chatWords[code](withoutLinks(detail)), steps: chatSteps(code, detail, argument) };
}

function isOfChat(failure: ChatFailure | SessionFailure): failure is ChatFailure {
  return failure.code in chatWords;
}
