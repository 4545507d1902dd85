import { l10n, ThemeColor, ThemeIcon, TreeItem } from 'vscode';
import type { Opened } from '../projects/openProjects';
import type { FolderProblem } from '../projects/projectFolders';
import type { Project } from '../store/rows';
import type { CommandId } from './commands';
import { folderHeadings, isFolderCode, useWords } from './projectWords';
import type { Services } from './services';

type Known = Pick<Services, 'projects' | 'projectFolders' | 'openProjects'>;

/** What stands above the chats while it is not clear in which folder they work: what is wrong, and what can be done about it. */
export function folderRows(known: Known): readonly TreeItem[] {
  const { current } = known.openProjects;
  const problem = current && known.projectFolders.problem(current.id);
  const own = current !== undefined && problem !== undefined ? problemRows(current, problem) : [];
  return [...own, ...known.openProjects.list().flatMap((opened) => openedRows(opened, known))];
}

function problemRows({ id }: Project, { code, folder, found }: FolderProblem): readonly TreeItem[] {
  return [
    headingRow(folderHeadings[code](), folder),
    ...(found === undefined ? [] : [actionRow(useWords(found), 'check', 'localix.useFoundFolder', id, found)]),
    actionRow(l10n.t('Locate Folder…'), 'folder-opened', 'localix.locateFolder', id),
    actionRow(l10n.t('Try Again'), 'refresh', 'localix.tryFolderAgain', id),
  ];
}

function openedRows(opened: Opened, { projects }: Known): readonly TreeItem[] {
  const { folder } = opened;
  switch (opened.is) {
    case 'project':
      return [];
    case 'moved': {
      const { name = '', folder: before } = projects.get(opened.formerly) ?? {};
      return [
        headingRow(l10n.t('This folder was that of “{0}”', name), before?.path ?? '', 'info'),
        actionRow(l10n.t('Use “{0}” for “{1}”', folder.name, name), 'check', 'localix.useFoundFolder', opened.formerly, folder.path),
        actionRow(l10n.t('Make It Another Project'), 'new-folder', 'localix.makeProject', folder.path),
      ];
    }
    case 'none':
      // What is wrong with the store is told where the chats are missing.
      return isFolderCode(opened.code) ? [headingRow(folderHeadings[opened.code](), folder.path), actionRow(l10n.t('Try Again'), 'refresh', 'localix.tryFolderAgain')] : [];
  }
}

function headingRow(heading: string, folder: string, icon = 'warning'): TreeItem {
  const item = new TreeItem(heading);
  item.id = `heading\n${folder}`;
  item.description = folder;
  item.tooltip = `${heading}\n${folder}`;
  item.iconPath = icon === 'warning' ? new ThemeIcon(icon, new ThemeColor('list.warningForeground')) : new ThemeIcon(icon);
  item.accessibilityInformation = { label: `${heading}: ${folder}` };
  return item;
}

/** `named` is what the command is about; `folder`, where it leads, is shown beside the label. */
function actionRow(label: string, icon: string, command: CommandId, named?: string, folder = ''): TreeItem {
  const item = new TreeItem(label);
  item.id = `${command}\n${named}`;
  item.description = folder;
  item.tooltip = folder || label;
  item.iconPath = new ThemeIcon(icon);
  item.command = { command, title: label, arguments: [named] };
  item.accessibilityInformation = { label: folder === '' ? label : `${label}: ${folder}` };
  return item;
}
