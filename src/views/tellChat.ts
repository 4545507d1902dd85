import { l10n } from 'vscode';
import { agentOfChat, nativeOf } from '../chats/chat';
import type { TranscriptCode } from '../shared/transcriptContract';
import type { Chat } from '../store/rows';
import { chatSteps, chatWords, type ChatCode } from './chatWords';
import { type Notice, showNotice } from './notice';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { notBegunNotice, sessionNotice } from './tellFailure';

export interface ChatFailure {
  readonly code: ChatCode;
  readonly detail: string;
}

/** What went wrong with a chat, its session or its terminal. */
export interface TerminalFailure {
  readonly code: ChatCode | TranscriptCode;
  readonly detail: string;
}

/** Tells a person what went wrong with a chat, and offers what they can do next. */
export async function tellChat({ log }: Pick<Services, 'log'>, failure: ChatFailure, argument?: unknown): Promise<void> {
  log.warn(`chat: ${failure.code} ${failure.detail}`);
  await showNotice(chatNotice(failure, argument));
}

/** As `tellChat`, also for what went wrong with the chat's session or its terminal. */
export async function tellChatTerminal({ log }: Services, chat: Chat, failure: TerminalFailure): Promise<void> {
  log.warn(`${chat.id}: ${failure.code} ${failure.detail}`);
  await showNotice(terminalNotice(chat, failure));
}

/** What to say of a failure with the chat's session or its terminal. */
export function terminalNotice(chat: Chat, { code, detail }: TerminalFailure): Notice {
  if (isOfChat(code)) return chatNotice({ code, detail }, chat.id);
  const key = nativeOf(chat);
  if (key !== undefined) return sessionNotice(key, { code, detail });
  const again = { label: l10n.t('Try Again'), command: 'localix.openChatTerminal', arguments: [chat.id] } as const;
  return notBegunNotice(agentOfChat(chat) ?? undefined, { code, detail }, again);
}

function chatNotice({ code, detail }: ChatFailure, argument: unknown): Notice {
  return { message: chatWords[code](withoutLinks(detail)), steps: chatSteps(code, detail, argument) };
}

function isOfChat(code: TerminalFailure['code']): code is ChatCode {
  return code in chatWords;
}
