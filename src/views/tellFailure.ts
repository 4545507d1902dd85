import { commands, l10n, window } from 'vscode';
import { type AgentId, agentNames, parseSessionKey, type SessionKey } from '../shared/agentId';
import type { TranscriptCode } from '../shared/transcriptContract';
import type { NewSessionCode } from '../terminals/newSessions';
import type { CommandId } from './commands';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { notBegunWords, transcriptWords } from './words';

/** A button of a message and the command it runs. */
interface NextStep {
  readonly label: string;
  readonly command: CommandId | 'workbench.trust.manage' | 'workbench.action.openSettings';
  readonly argument?: unknown;
}

/** Tells a person what went wrong with a session, and offers what they can do next. */
export async function tellFailure(
  { log }: Pick<Services, 'log'>,
  key: SessionKey,
  { code, detail }: { readonly code: TranscriptCode; readonly detail: string },
): Promise<void> {
  const agent = parseSessionKey(key)?.agent;
  const message = transcriptWords[code](agent === undefined ? key : agentNames[agent], withoutLinks(detail));
  log.warn(`${key}: ${code} ${detail}`);
  await tell(message, nextSteps[code](key));
}

/** As `tellFailure`, for a session that could not be begun; without an agent where there is none. */
export async function tellNotBegun(
  { log }: Pick<Services, 'log'>,
  agent: AgentId | undefined,
  { code, detail }: { readonly code: NewSessionCode; readonly detail: string },
): Promise<void> {
  log.warn(`beginning a session: ${code} ${detail}`);
  const name = agent === undefined ? l10n.t('A coding agent') : agentNames[agent];
  await tell(notBegunWords[code](name, withoutLinks(detail)), stepsToBegin[code]());
}

async function tell(message: string, steps: readonly NextStep[]): Promise<void> {
  const chosen = await window.showErrorMessage(message, ...steps.map(({ label }) => label));
  const step = steps.find(({ label }) => label === chosen);
  if (step !== undefined) await commands.executeCommand(step.command, step.argument);
}

const nextSteps: Record<TranscriptCode, (key: SessionKey) => readonly NextStep[]> = {
  session_missing: () => [refresh(), help()],
  session_unreadable: (key) => [{ label: l10n.t('Show the File'), command: 'localix.revealTranscriptFile', argument: key }],
  event_missing: () => [refresh()],
  agent_not_installed: () => toInstall(),
  folder_missing: (key) => [read(key), { label: l10n.t('Copy Session ID'), command: 'localix.copySessionId', argument: key }],
  folder_not_recorded: (key) => [read(key)],
  not_resumable: (key) => [read(key)],
  workspace_untrusted: (key) => [trust(), read(key)],
  chat_not_saved: (key) => [{ label: l10n.t('Show Localix Chats'), command: 'localix.showChats' }, read(key)],
  terminal_failed: (key) => [tryAgain(key)],
  host_failed: (key) => [tryAgain(key)],
  other_host: (key) => [tryAgain(key)],
};

const stepsToBegin: Record<NewSessionCode, () => readonly NextStep[]> = {
  chat_not_saved: () => [{ label: l10n.t('Show Localix Chats'), command: 'localix.showChats' }],
  agent_not_installed: () => toInstall(),
  folder_missing: () => [],
  folder_not_recorded: () => [],
  workspace_untrusted: () => [trust()],
  terminal_failed: () => [],
  host_failed: () => [],
  other_host: () => [],
};

function tryAgain(key: SessionKey): NextStep {
  return { label: l10n.t('Try Again'), command: 'localix.resume', argument: key };
}

function toInstall(): readonly NextStep[] {
  return [refresh(), { label: l10n.t('Open Settings'), command: 'workbench.action.openSettings', argument: 'localix.executables' }];
}

function trust(): NextStep {
  return { label: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' };
}

function refresh(): NextStep {
  return { label: l10n.t('Refresh'), command: 'localix.refresh' };
}

function help(): NextStep {
  return { label: l10n.t('Where History Comes From'), command: 'localix.showHistoryHelp' };
}

function read(key: SessionKey): NextStep {
  return { label: l10n.t('Open Transcript'), command: 'localix.openTranscript', argument: key };
}
