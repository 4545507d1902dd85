import * as path from 'node:path';
import { l10n } from 'vscode';
import type { Followed } from '../projects/followed';
import type { MoveCode } from '../projects/projects';
import type { FolderCode } from '../projects/seeFolder';
import type { TerminalCode } from '../terminals/terminals';
import { chatWords } from './chatWords';
import { transcriptWords } from './words';

/** Why something with a project did not work. */
export type ProjectCode = MoveCode | 'name_missing';

/** The sentence for a code. `detail` is what came with the code: a folder, a name, a system's message. */
export const projectWords: Record<ProjectCode, (detail: string) => string> = {
  ...chatWords,
  project_missing: () => l10n.t('This project is no longer there.'),
  project_is_default: () => l10n.t('The default project stays where it is. It can be renamed.'),
  name_missing: () => l10n.t('A project needs a name.'),
  folder_in_use: (name) => l10n.t('The project “{0}” uses this folder.', name),
  folder_taken: (id) => l10n.t('Another project uses this folder now: {0}', id),
  folder_is_home: (folder) => l10n.t('A project can\'t be your home folder: {0}', folder),
  folder_is_root: (folder) => l10n.t('A project can\'t be a whole disk: {0}', folder),
  folder_in_default: (folder) => l10n.t('The default project keeps its chats\' folders there: {0}', folder),
};

/** What is wrong with a project's folder, as a heading. */
export const folderHeadings: Record<FolderCode, () => string> = {
  workspace_folder_missing: () => l10n.t('Project folder not found'),
  workspace_folder_not_a_directory: () => l10n.t('Project folder is a file'),
  workspace_folder_unreadable: () => l10n.t('Project folder can\'t be read'),
};

export function isFolderCode(code: string): code is FolderCode {
  return code in folderHeadings;
}

/** The offer to point the project to a folder. */
export function useWords(folder: string): string {
  return l10n.t('Use “{0}”', path.basename(folder));
}

/** What followed a project to its new folder, and what did not. */
export function movedWords(name: string, to: string, { copied, notCopied, untrusted }: Followed): string {
  return [
    l10n.t('“{0}” is now in {1}, with its chats.', name, to),
    ...copied.map((agent) => l10n.t('The memory that {0} has of the old folder was copied.', agent)),
    ...notCopied.map((agent) => l10n.t('The memory that {0} has of the old folder could not be copied; the log says why.', agent)),
    ...untrusted.map((agent) => l10n.t('{0} was told to trust the old folder, and was not asked about this one: open the folder in {0} once to trust it.', agent)),
  ].join(' ');
}

/** Why a terminal did not follow its project. `agent` is the agent's name. */
export const restartWords: Record<TerminalCode | 'not_stopped', (agent: string, detail: string) => string> = {
  ...transcriptWords,
  not_stopped: (agent) => l10n.t('{0} did not end, so its terminal stays in the old folder.', agent),
};
