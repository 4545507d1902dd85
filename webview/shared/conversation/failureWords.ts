import * as l10n from '../l10n';
import { type FailureWords, hostFailures } from './hostFailureWords';
import type { PageCode, PageFailure } from './transcriptReader';

/** `detail` as in the failure; `agent` the agent's name. */
const failures: Record<PageCode, (detail: string, agent: string) => FailureWords> = {
  session_missing: (_, agent) => ({
    what: l10n.t('This session is no longer among the files of {0}.', agent),
    next: l10n.t('It may have been deleted or moved. Refresh External Sessions to see what is there.'),
  }),
  session_unreadable: (detail) => ({
    what: withDetail(l10n.t('This session could not be read.'), detail),
    next: l10n.t('Check that its file can be opened, then try again.'),
  }),
  session_changing: (_, agent) => ({ what: l10n.t('{0} rewrites this session just now.', agent), next: l10n.t('It is read again in a moment.') }),
  ambiguous_transcript: (detail, agent) => ({
    what: withDetail(l10n.t('{0} has more than one file of this session.', agent), detail.split('\n').join(', ')),
    next: l10n.t('Which of them is meant can\'t be told, so its history is not shown.'),
  }),
  entry_gone: () => ({ what: l10n.t('This entry is no longer among the latest.'), next: l10n.t('Earlier ones are in the conversation.') }),
  event_missing: () => ({
    what: l10n.t('This entry is no longer in the session.'),
    next: l10n.t('The session has changed; try again.'),
  }),
  agent_not_installed: (_, agent) => ({
    what: l10n.t('{0} was not found on this machine.', agent),
    next: l10n.t('Install it, or add its folder to PATH, then try again.'),
  }),
  folder_missing: (detail) => ({
    what: l10n.t('The folder of this session, {0}, is gone.', detail),
    next: l10n.t('Put the folder back, then try again.'),
  }),
  folder_not_recorded: () => ({
    what: l10n.t('This session does not say in which folder it ran.'),
    next: l10n.t('Resume it by hand in a terminal, in the folder you know it from.'),
  }),
  not_resumable: (_, agent) => ({
    what: l10n.t('Today\'s {0} can no longer continue a session that an old version of it recorded.', agent),
    next: l10n.t('It can be read here.'),
  }),
  session_running: (_, agent) => ({
    what: l10n.t('This session is open in {0} already, outside of Localix.', agent),
    next: l10n.t('Close it there, or choose to open it anyway: both then write to it.'),
  }),
  workspace_untrusted: (_, agent) => ({
    what: l10n.t('{0} is not started in a workspace that is not trusted.', agent),
    next: l10n.t('Trust the workspace with “Manage Workspace Trust”, then try again.'),
  }),
  terminal_failed: (detail) => ({
    what: withDetail(l10n.t('The terminal could not be started.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
  chat_not_saved: (detail) => ({
    what: withDetail(l10n.t('The session was not opened, since its chat could not be saved.'), detail),
    next: l10n.t('Once your chats are listed again, try again.'),
  }),
  host_failed: (detail) => ({
    what: withDetail(l10n.t('The program that keeps terminals running could not be started.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
  other_host: (version) => ({
    what: l10n.t('Terminals of another version of Localix, {0}, are running.', version),
    next: l10n.t('Close them, or reload the windows that show them, then try again.'),
  }),
  ...hostFailures,
  internal_error: (detail) => ({
    what: withDetail(l10n.t('Localix ran into an error of its own.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
};

export function failureWords({ code, detail }: PageFailure, agent: string): FailureWords {
  return failures[code](detail, agent);
}

function withDetail(sentence: string, detail: string): string {
  return detail === '' ? sentence : `${sentence} (${detail})`;
}
