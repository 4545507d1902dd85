import { l10n } from 'vscode';
import { type AgentId, agentNames, parseKey, type SessionKey } from '../shared/agentId';
import type { TranscriptCode } from '../shared/transcriptContract';
import type { NewSessionCode } from '../terminals/newSessions';
import { type Notice, showNotice, type Step } from './notice';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { noAgentWords, notBegunWords, transcriptWords } from './words';

export interface SessionFailure {
  readonly code: TranscriptCode;
  readonly detail: string;
}

/** Tells a person what went wrong with a session, and offers what they can do next. */
export async function tellFailure({ log }: Pick<Services, 'log'>, key: SessionKey, failure: SessionFailure): Promise<void> {
  log.warn(`${key}: ${failure.code} ${failure.detail}`);
  await showNotice(sessionNotice(key, failure));
}

/** What `tellFailure` tells. */
export function sessionNotice(key: SessionKey, { code, detail }: SessionFailure): Notice {
  const agent = parseKey(key)?.agent;
  return { message: transcriptWords[code](agent === undefined ? key : agentNames[agent], withoutLinks(detail)), steps: nextSteps[code](key) };
}

/** As `tellFailure`, for a session that could not be begun; without an agent where there is none. */
export async function tellNotBegun(
  { log }: Pick<Services, 'log'>,
  agent: AgentId | undefined,
  failure: { readonly code: NewSessionCode; readonly detail: string },
): Promise<void> {
  log.warn(`beginning a session: ${failure.code} ${failure.detail}`);
  await showNotice(notBegunNotice(agent, failure));
}

/** What `tellNotBegun` tells; `again` is how it is tried another time. */
export function notBegunNotice(agent: AgentId | undefined, { code, detail }: SessionFailure, ...again: readonly Step[]): Notice {
  const message = agent === undefined ? noAgentWords() : notBegunWords[code](agentNames[agent], withoutLinks(detail));
  return { message, steps: [...again, ...(stepsToBegin[code]?.() ?? [])] };
}

const nextSteps: Record<TranscriptCode, (key: SessionKey) => readonly Step[]> = {
  session_missing: () => [chooseAnother(), refresh(), help()],
  session_unreadable: (key) => parseKey(key)?.host !== undefined ? [refresh()] : [{ label: l10n.t('Show the File'), command: 'localix.revealTranscriptFile', arguments: [key] }],
  session_changing: (key) => [read(key)],
  ambiguous_transcript: (key) => [read(key)],
  entry_gone: () => [refresh()],
  event_missing: () => [refresh()],
  agent_not_installed: () => toInstall(),
  folder_missing: (key) => [read(key), { label: l10n.t('Copy Session ID'), command: 'localix.copySessionId', arguments: [key] }],
  folder_not_recorded: (key) => [read(key)],
  not_resumable: (key) => [read(key)],
  session_running: (key) => [{ label: l10n.t('Open Anyway'), command: 'localix.resume', arguments: [{ session: { key }, anyway: true }] }, read(key)],
  workspace_untrusted: (key) => [trust(), read(key)],
  chat_not_saved: (key) => [showChats(), read(key)],
  terminal_failed: (key) => [tryAgain(key)],
  host_failed: (key) => [tryAgain(key)],
  other_host: (key) => [tryAgain(key)],
  invalid_destination: () => [toHosts()],
  no_ssh: () => [toHosts()],
  unreachable: () => [refresh(), toHosts()],
  login_refused: () => [refresh(), toHosts()],
  unknown_host_key: () => [refresh(), toHosts()],
  no_python: () => [refresh(), toHosts()],
  timed_out: () => [refresh()],
  missing_file: () => [refresh()],
  too_large: () => [],
  not_copied: () => [refresh()],
  host_error: () => [refresh()],
  bad_answer: () => [refresh()],
  cancelled: () => [],
};

const stepsToBegin: Partial<Record<TranscriptCode, () => readonly Step[]>> = {
  chat_not_saved: () => [showChats()],
  agent_not_installed: () => toInstall(),
  workspace_untrusted: () => [trust()],
};

/** Another session of the folder. */
export function chooseAnother(): Step {
  return { label: l10n.t('Choose Another…'), command: 'localix.resume', arguments: [] };
}

function tryAgain(key: SessionKey): Step {
  return { label: l10n.t('Try Again'), command: 'localix.resume', arguments: [key] };
}

function toInstall(): readonly Step[] {
  return [refresh(), { label: l10n.t('Open Settings'), command: 'localix.openSettings', arguments: ['localix.executables'] }];
}

function toHosts(): Step {
  return { label: l10n.t('Open Settings'), command: 'localix.openSettings', arguments: ['localix.hosts'] };
}

function trust(): Step {
  return { label: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage', arguments: [] };
}

function showChats(): Step {
  return { label: l10n.t('Show Localix Chats'), command: 'localix.showChats', arguments: [] };
}

function refresh(): Step {
  return { label: l10n.t('Refresh'), command: 'localix.refresh', arguments: [] };
}

function help(): Step {
  return { label: l10n.t('Where History Comes From'), command: 'localix.showHistoryHelp', arguments: [] };
}

function read(key: SessionKey): Step {
  return { label: l10n.t('Open Transcript'), command: 'localix.openTranscript', arguments: [key] };
}
