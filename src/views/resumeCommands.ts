import { parseChatId } from '../core/ids';
import type { Disposable } from '../core/owned';
import type { Result } from '../core/result';
import { parseKey, type SessionKey } from '../shared/agentId';
import type { HostResumeCode } from '../terminals/hostResume';
import type { ResumeCode, TerminalOwner } from '../terminals/resume';
import { chooseSession } from './chooseSession';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { tellFailure } from './tellFailure';

export function registerResume(services: Services): Disposable {
  const open = async (argument: unknown): Promise<void> => {
    const key = await chooseSession(services, argument);
    if (key !== undefined) await resume(services, key, (argument as { anyway?: unknown } | undefined)?.anyway === true);
  };
  return registerCommands(services, {
    'localix.resume': open,
    'localix.openInClaudeCode': open,
    'localix.openInCodex': open,
    'localix.openInOpencode': open,
    'localix.openInGemini': open,
    'localix.openInCopilot': open,
    'localix.openInHermes': open,
  });
}

/** Opens the session in its own agent, and the page of its chat behind the terminal; one of a host has no chat. A failure is told, and answered too. */
export async function resume(services: Services, key: SessionKey, anyway = false): Promise<Result<null, ResumeCode | HostResumeCode>> {
  const isHere = parseKey(key)?.host === undefined;
  const onOwner = async (owner: TerminalOwner): Promise<void> => {
    const chat = parseChatId(owner.key);
    if (chat !== undefined) await services.openChats.openWithTerminal(chat);
  };
  const result = isHere ? await services.resume.open(key, { onOwner, anyway }) : await services.hostResume.open(key);
  // Not awaited: the message stays until the person answers it.
  if (!result.ok) void tellFailure(services, key, result);
  return result;
}
