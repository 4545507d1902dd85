import { l10n, Uri } from 'vscode';
import type { LinkCode, RemoveCode } from '../chats/chats';
import type { FolderCode } from '../projects/seeFolder';
import type { OpenTerminalCode } from '../terminals/chatTerminals';
import type { Step } from './notice';
import { chooseAnother } from './tellFailure';

/** Why something with a chat did not work, but for what `transcriptWords` says of its session. */
export type ChatCode = RemoveCode | LinkCode | Extract<OpenTerminalCode, 'no_agent_linked' | 'identity_pending'> | 'project_missing' | FolderCode;

/** The sentence for a code. `detail` is what came with the code: a name, a path, a system's message. */
export const chatWords: Record<ChatCode, (detail: string) => string> = {
  store_damaged: (file) => l10n.t('The file with your chats is damaged. What is sound is shown, and nothing is changed. The damaged file is kept here: {0}', file),
  snapshot_damaged: (file) => l10n.t('The file with your chats is damaged and can\'t be read. It is kept here: {0}', file),
  store_unreadable: (reason) => l10n.t('The file with your chats could not be read: {0}', reason),
  newer_schema: () => l10n.t('Your chats were written by a newer Localix. They can be read; update Localix to change them.'),
  disk_full: () => l10n.t('The disk is full, so this was not saved. Free some space and try again.'),
  store_not_written: (reason) => l10n.t('This could not be saved: {0}', reason),
  chat_missing: () => l10n.t('This chat is no longer there. It was deleted, perhaps in another window.'),
  chat_has_children: () => l10n.t('A chat was added under this one meanwhile. Nothing of it was deleted; try again.'),
  not_stopped: (reason) => l10n.t('The chat was not deleted, since what runs in its terminal could not be ended. {0}', reason).trim(),
  another_agent_linked: (agent) => l10n.t('This chat is linked to {0}. Use a new chat for another agent.', agent),
  native_id_taken: (chat) => l10n.t('This session belongs to the chat {0} already.', chat),
  another_session_linked: () => l10n.t('This chat stands for another session of its agent already.'),
  no_agent_linked: () => l10n.t('No agent is linked to this chat yet.'),
  identity_pending: (agent) =>
    l10n.t('Which session {0} began here is not known, and its terminal is closed. Use a new chat for new work.', agent),
  workspace_folder_missing: (folder) => l10n.t('The project\'s folder is not there: {0}', folder),
  workspace_folder_not_a_directory: (folder) => l10n.t('Where the project\'s folder was, there is a file: {0}', folder),
  workspace_folder_unreadable: (folder) => l10n.t('The project\'s folder can\'t be read: {0}', folder),
  project_missing: () => l10n.t('The project of this chat is no longer there.'),
};

/** What a person can do about it. `argument` is the chat, as commands take it. */
export function chatSteps(code: ChatCode, detail: string, argument: unknown): readonly Step[] {
  switch (code) {
    case 'store_damaged':
    case 'snapshot_damaged':
      return [
        { label: l10n.t('Continue with What Is Sound'), command: 'localix.mendChats', arguments: [] },
        { label: l10n.t('Show the File'), command: 'revealFileInOS', arguments: [Uri.file(detail)] },
      ];
    case 'store_unreadable':
      return [{ label: l10n.t('Try Again'), command: 'localix.retryChats', arguments: [] }];
    case 'newer_schema':
      return [{ label: l10n.t('Check for Updates'), command: 'workbench.extensions.action.checkForUpdates', arguments: [] }];
    case 'identity_pending':
      return [newChat(), chooseAnother()];
    case 'another_agent_linked':
      return [newChat()];
    case 'native_id_taken':
      return [{ label: l10n.t('Open That Chat'), command: 'localix.openChat', arguments: [detail] }];
    case 'not_stopped':
    case 'chat_has_children':
      return [{ label: l10n.t('Try Again'), command: 'localix.deleteChats', arguments: [argument] }];
    case 'workspace_folder_missing':
    case 'workspace_folder_not_a_directory':
    case 'workspace_folder_unreadable':
      return [{ label: l10n.t('Locate Folder…'), command: 'localix.locateFolder', arguments: [] }];
    case 'no_agent_linked':
      return [{ label: l10n.t('Link an Agent'), command: 'localix.linkAgent', arguments: [argument] }];
    case 'disk_full':
    case 'store_not_written':
    case 'chat_missing':
    case 'another_session_linked':
    case 'project_missing':
      return [];
  }
}

function newChat(): Step {
  return { label: l10n.t('New Chat'), command: 'localix.newChat', arguments: [] };
}
