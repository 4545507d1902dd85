import { l10n } from 'vscode';
import type { SkipReason } from '../agents/agent';
import type { SshCode } from '../core/sshCode';
import type { Grouping, Sorting } from '../external/arrange';
import type { ExportCode, ExportFormat } from '../shared/exporting';
import type { PageFailureWords } from '../shared/pageDocument';
import type { TranscriptCode } from '../shared/transcriptContract';
import type { TerminalWords } from '../terminals/agentTerminal';

/** The sentence for a host that could not be asked. `detail` is the host's name, or what it said. */
export const sshWords: Record<SshCode, (detail: string) => string> = {
  invalid_destination: (detail) => l10n.t('This is no host that ssh can be given, neither a name nor user@host: {0}', detail),
  no_ssh: (detail) => l10n.t('The program ssh, by which {0} is reached, was not found on this machine.', detail),
  unreachable: (detail) => l10n.t('The host could not be reached: {0}', detail),
  login_refused: (detail) => l10n.t('The host did not let you in without a question: {0}', detail),
  unknown_host_key: (detail) => l10n.t('The host has another key than the known one, or none is known yet: {0}', detail),
  no_python: () => l10n.t('The host has no python3, with which Localix reads the histories there.'),
  timed_out: (detail) => l10n.t('The host did not answer in time: {0}', detail),
  missing_file: (detail) => l10n.t('Nothing of this is on the host any more: {0}', detail),
  too_large: (detail) => l10n.t('This is too large to be copied from the host: {0}', detail),
  not_copied: (detail) => l10n.t('What the host sent could not be written on this machine: {0}', detail),
  host_error: (detail) => l10n.t('Reading on the host failed: {0}', detail),
  bad_answer: (detail) => l10n.t('The host answered with something else than the histories: {0}', detail),
  cancelled: () => l10n.t('The host was not asked: this was cancelled.'),
};

const ofHost = Object.fromEntries(Object.entries(sshWords).map(([code, words]) => [code, (_: string, detail: string) => words(detail)])) as Record<SshCode, (agent: string, detail: string) => string>;

/** The sentence for a code. `agent` is the agent's name; `detail` what came with the code: a folder, a system's message. */
export const transcriptWords: Record<TranscriptCode, (agent: string, detail: string) => string> = {
  session_missing: (agent) => l10n.t('This session is no longer in the history of {0}. Its file was moved or deleted.', agent),
  session_unreadable: (agent, detail) => l10n.t('This session of {0} could not be read: {1}', agent, detail),
  session_changing: (agent) => l10n.t('{0} rewrites this session just now. It is read again in a moment.', agent),
  ambiguous_transcript: (agent, detail) => l10n.t('{0} has more than one file of this session, and which of them is meant can\'t be told: {1}', agent, detail),
  entry_gone: () => l10n.t('This entry is no longer among the latest. Refresh the history.'),
  event_missing: () => l10n.t('This part of the session is no longer there. The transcript has changed.'),
  agent_not_installed: (agent) => l10n.t('{0} was not found on this machine. Install it, or name its program in the settings.', agent),
  folder_missing: (agent, folder) =>
    l10n.t('{0} continues a session in the folder it began in, and that folder is gone: {1}', agent, folder),
  folder_not_recorded: (agent) =>
    l10n.t('{0} recorded no folder for this session, so it can be read here but not continued.', agent),
  not_resumable: (agent) =>
    l10n.t('Today\'s {0} can no longer continue a session that an old version of it recorded. It can be read here.', agent),
  session_running: (agent) =>
    l10n.t('This session is open in {0} already, outside of Localix. Opened once more, both write to it.', agent),
  workspace_untrusted: (agent) => l10n.t('{0} is not started in a folder that you have not said you trust.', agent),
  terminal_failed: (agent, detail) => l10n.t('The terminal for {0} could not be started: {1}', agent, detail),
  chat_not_saved: (_, detail) => l10n.t('The session was not opened, since its chat could not be saved: {0}', detail),
  host_failed: (_, detail) => l10n.t('The program that keeps terminals running could not be started: {0}', detail),
  other_host: (_, version) => l10n.t('Terminals of another version of Localix, {0}, are running. Close them, or reload the windows that show them.', version),
  ...ofHost,
};

/** The sentence for a session that could not be begun. */
export const notBegunWords: Record<TranscriptCode, (agent: string, detail: string) => string> = {
  ...transcriptWords,
  folder_missing: (agent, folder) => l10n.t('{0} was not started: its folder is gone: {1}', agent, folder),
  folder_not_recorded: (agent, folder) => l10n.t('{0} was not started: this is no folder on this machine: {1}', agent, folder),
};

/** Where no agent at all is there to begin a session. */
export function noAgentWords(): string {
  return l10n.t('No coding agent was found on this machine. Install one, or name its program in the settings.');
}

/** What a session can be exported as. */
export const exportFormatWords: Record<ExportFormat, () => { readonly label: string; readonly detail: string }> = {
  atif: () => ({ label: l10n.t('ATIF'), detail: l10n.t('Everything, as a trajectory in JSON for other programs; sub-agents included') }),
  markdown: () => ({ label: l10n.t('Markdown'), detail: l10n.t('What you and the agent wrote, to be read') }),
  redacted: () => ({ label: l10n.t('Redacted Markdown'), detail: l10n.t('The same with secrets masked, and placeholders for tool calls and attachments') }),
  raw: () => ({ label: l10n.t('Raw copy'), detail: l10n.t('The agent\'s own file, or the database that it keeps all its sessions in') }),
};

/** The sentence for an export that failed. */
export const exportFailureWords: Record<ExportCode, (agent: string, detail: string) => string> = {
  session_missing: transcriptWords.session_missing,
  session_unreadable: transcriptWords.session_unreadable,
  session_empty: () => l10n.t('There is nothing in this session to export in this form.'),
  not_written: (_, detail) => l10n.t('The session was not exported: {0}', detail),
  ...ofHost,
  is_source: () => l10n.t('This file belongs to an agent\'s own history, which is never written to. Choose another place.'),
  cancelled: () => l10n.t('The session was not exported.'),
};

/** Why something that was found is no row. */
export const skipWords: Record<SkipReason, (detail: string) => string> = {
  empty_file: () => l10n.t('The file is empty.'),
  no_message: () => l10n.t('There is no message in it.'),
  name_is_no_session: () => l10n.t('Its name is not that of a session.'),
  sub_agent: () => l10n.t('It is the work of a sub-agent, part of another session.'),
  duplicate: () => l10n.t('The same session is listed from another file.'),
  not_readable_as_history: () => l10n.t('It does not hold a session in a form that is known.'),
  outdated_layout: () => l10n.t('It lies as its agent kept sessions long ago. The agent no longer resumes it.'),
  is_directory: () => l10n.t('A folder is where a file should be.'),
  permission_denied: () => l10n.t('You have no permission to read it.'),
  vanished: () => l10n.t('It was gone when it was to be read.'),
  unreadable: (detail) => l10n.t('It could not be read: {0}', detail),
  database_unreadable: (detail) => l10n.t('The database could not be read: {0}', detail),
  newer_schema: (version) => l10n.t('Version {0} of its schema is newer than those known here. What is known of it was read.', version),
  hidden_by_agent: () => l10n.t('Its agent leaves it out of its own list.'),
  agent_not_installed: () => l10n.t('Its agent is not installed.'),
};

export const sortWords: Record<Sorting, () => string> = {
  activity: () => l10n.t('Last activity'),
  created: () => l10n.t('Creation'),
  title: () => l10n.t('Title'),
};

export const groupWords: Record<Grouping, () => string> = {
  none: () => l10n.t('No groups'),
  day: () => l10n.t('Day'),
  agent: () => l10n.t('Agent'),
  folder: () => l10n.t('Folder'),
};

/** What an agent's terminal says itself. */
export const terminalWords: TerminalWords = {
  ended: (exit) => {
    if (exit === 'lost') return l10n.t('The connection to this process was lost. Press Enter to open it again, or close this tab.');
    if (exit.stopped) return l10n.t('Stopped in another window. Press Enter to start it again, or close this tab.');
    if (exit.signal !== 0) return l10n.t('Ended by signal {0}. Press Enter to start it again, or close this tab.', exit.signal);
    return l10n.t('Ended with code {0}. Press Enter to start it again, or close this tab.', exit.code);
  },
  failed: ({ code, detail }) => (code === 'terminal_failed' ? l10n.t('Could not be started: {0}', detail) : transcriptWords[code]('', detail)),
};

/** A session that has no title yet. */
export function newSessionTitle(agent: string): string {
  return l10n.t('{0}: new session', agent);
}

/** What the demo's stand-in says instead of starting an agent. */
export function demoWords(command: string, folder: string): readonly string[] {
  return [
    l10n.t('This is a demo: no agent is started. Localix would run'),
    '',
    `  ${command}`,
    '',
    l10n.t('in {0}', folder),
    '',
    l10n.t('Press Enter to end.'),
  ];
}

export function sessionCount(count: number): string {
  return count === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', count);
}

export function messageCount(count: number): string {
  return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', count);
}

export function chatCount(count: number): string {
  return count === 1 ? l10n.t('1 chat') : l10n.t('{0} chats', count);
}

/** What happened to chats; `count` says to how many. */
export function pinnedWords(is: boolean, count: string): string {
  return is ? l10n.t('Pinned: {0}', count) : l10n.t('Unpinned: {0}', count);
}

export function archivedWords(is: boolean, count: string): string {
  return is ? l10n.t('Archived: {0}', count) : l10n.t('Brought back from the archive: {0}', count);
}

export function unreadWords(is: boolean, count: string): string {
  return is ? l10n.t('Marked as unread: {0}', count) : l10n.t('Marked as read: {0}', count);
}

/** In place of a page that could not begin, as after an update of the extension under an open window. */
export function pageFailureWords(): PageFailureWords {
  return {
    what: l10n.t('This page could not be loaded.'),
    next: l10n.t('Reload the window. If the page fails again, the log says more.'),
    links: [
      { label: l10n.t('Reload Window'), address: 'command:workbench.action.reloadWindow' },
      { label: l10n.t('Show Log'), address: 'command:localix.showLog' },
    ],
  };
}
