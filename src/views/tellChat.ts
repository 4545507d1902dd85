import { commands, window } from 'vscode';
import { agentOfChat, nativeOf } from '../chats/chat';
import { sessionKey } from '../shared/agentId';
import type { TranscriptCode } from '../shared/transcriptContract';
import type { Chat } from '../store/rows';
import { chatSteps, chatWords, type ChatCode } from './chatWords';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { tellFailure } from './tellFailure';

/** Tells a person what went wrong with a chat, and offers what they can do next. */
export async function tellChat({ log }: Pick<Services, 'log'>, { code, detail }: { readonly code: ChatCode; readonly detail: string }, argument?: unknown): Promise<void> {
  log.warn(`chat: ${code} ${detail}`);
  const steps = chatSteps(code, detail, argument);
  const chosen = await window.showErrorMessage(chatWords[code](withoutLinks(detail)), ...steps.map(({ label }) => label));
  const step = steps.find(({ label }) => label === chosen);
  if (step !== undefined) await commands.executeCommand(step.command, ...step.arguments);
}

/** As `tellChat`, also for what went wrong with the chat's session or its terminal. */
export async function tellChatTerminal(
  services: Services,
  chat: Chat,
  { code, detail }: { readonly code: ChatCode | TranscriptCode; readonly detail: string },
): Promise<void> {
  if (isChatCode(code)) return tellChat(services, { code, detail }, chat.id);
  await tellFailure(services, nativeOf(chat) ?? sessionKey(agentOfChat(chat) ?? 'claude-code', ''), { code, detail });
}

function isChatCode(code: ChatCode | TranscriptCode): code is ChatCode {
  return code in chatWords;
}
