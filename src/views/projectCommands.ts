import * as path from 'node:path';
import { l10n, Uri, window } from 'vscode';
import type { Disposable } from '../core/owned';
import type { Project } from '../store/rows';
import { chooseProject } from './chooseProject';
import { withoutIcons, withoutLinks } from './plainText';
import { folderHeadings, movedWords, type ProjectCode, projectWords } from './projectWords';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

type Act = (services: Services, project: Project) => Promise<unknown>;

/** Naming and hiding projects, and pointing them to their folders. */
export function registerProjectCommands(services: Services): Disposable {
  const { projectFolders, openProjects } = services;
  const about = (question: string, may: (project: Project) => boolean, act: Act) => async (argument: unknown) => {
    const project = await chooseProject(services, argument, question, may);
    if (project !== undefined) await act(services, project);
  };
  const hasFolder = ({ folder }: Project): boolean => folder !== null;
  const isBroken = ({ id }: Project): boolean => projectFolders.problem(id) !== undefined;
  const aboutBroken = (act: Act) => (argument: unknown) => {
    const { current } = openProjects;
    return about(l10n.t('Project whose folder was not found'), isBroken, act)(argument ?? (current && isBroken(current) ? current.id : undefined));
  };
  return registerCommands(services, {
    'localix.changeProjectFolder': about(l10n.t('Project whose folder to change'), hasFolder, locate),
    'localix.locateFolder': aboutBroken(locate),
    'localix.useFoundFolder': aboutBroken(useFound),
    'localix.tryFolderAgain': () => tryAgain(services),
    'localix.makeProject': async (folder) => {
      const opened = openProjects.list().find((one) => one.folder.path === folder);
      const made = opened && (await openProjects.separate(opened));
      if (made?.ok === false) await tellProject(services, made);
    },
    'localix.renameProject': about(l10n.t('Project to rename'), () => true, rename),
    'localix.hideProject': about(l10n.t('Project to hide'), hasFolder, hide),
  });
}

async function locate(services: Services, project: Project): Promise<void> {
  if (project.folder === null) return void tellProject(services, { code: 'project_is_default', detail: project.id });
  const [folder] =
    (await window.showOpenDialog({
      ...{ canSelectFolders: true, canSelectFiles: false, openLabel: l10n.t('Use This Folder') },
      title: l10n.t('New folder of “{0}”', project.name),
      defaultUri: Uri.file(path.dirname(project.folder.path)),
    })) ?? [];
  if (folder !== undefined) await moveTo(services, project, folder.fsPath);
}

/** To the place where its folder was found, or to the open folder that it was. */
async function useFound(services: Services, project: Project): Promise<void> {
  const { openProjects, projectFolders } = services;
  const opened = openProjects.list().find((one) => one.is === 'moved' && one.formerly === project.id);
  const found = opened?.folder.path ?? projectFolders.problem(project.id)?.found;
  if (found === undefined) await locate(services, project);
  else await moveTo(services, project, found);
}

async function moveTo(services: Services, project: Project, folder: string): Promise<void> {
  const moved = await services.projects.move(project.id, folder);
  if (moved.ok) {
    await services.openProjects.refresh();
    await window.showInformationMessage(withoutLinks(movedWords(project.name, folder, moved.value)));
    return;
  }
  const another = l10n.t('Choose Another Folder');
  if ((await tellProject(services, moved, another)) === another) await locate(services, project);
}

async function tryAgain({ openProjects, projectFolders }: Services): Promise<void> {
  await window.withProgress({ location: { viewId: 'localix.chats' } }, () => openProjects.refresh());
  const { current } = openProjects;
  const problem = current && projectFolders.problem(current.id);
  if (problem !== undefined) window.setStatusBarMessage(withoutIcons(`${folderHeadings[problem.code]()}: ${problem.folder}`), 4_000);
}

async function hide(services: Services, project: Project): Promise<void> {
  const hidden = await services.projects.hide(project.id);
  if (!hidden.ok) return void tellProject(services, hidden);
  const undo = l10n.t('Undo');
  const told = l10n.t('“{0}” is hidden with its chats. Opening its folder brings it back.', withoutLinks(project.name));
  if ((await window.showInformationMessage(told, undo)) === undo) await services.projects.show(project);
}

async function rename(services: Services, project: Project): Promise<void> {
  const name = await window.showInputBox({
    ...{ title: l10n.t('Rename Project'), value: project.name },
    validateInput: (text) => (text.trim() === '' ? projectWords.name_missing('') : undefined),
  });
  const renamed = name === undefined ? undefined : await services.projects.rename(project.id, name);
  if (renamed?.ok === false) await tellProject(services, renamed);
}

function tellProject({ log }: Services, { code, detail }: { readonly code: ProjectCode; readonly detail: string }, ...steps: readonly string[]): Thenable<string | undefined> {
  log.warn(`project: ${code} ${detail}`);
  return window.showErrorMessage(projectWords[code](withoutLinks(detail)), ...steps);
}
