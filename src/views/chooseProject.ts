import { l10n, ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { ProjectId } from '../core/ids';
import type { Project } from '../store/rows';
import { withoutIcons } from './plainText';
import { folderHeadings } from './projectWords';
import type { Services } from './services';

export type ProjectItem = QuickPickItem & { readonly project: Project };

/** The project a command is about: the one it was given, or one that the person picks among those that `may` be meant. */
export async function chooseProject(services: Services, argument: unknown, placeHolder: string, may: (project: Project) => boolean): Promise<Project | undefined> {
  await services.openProjects.start();
  const given = typeof argument === 'string' ? services.projects.get(argument as ProjectId) : undefined;
  if (given !== undefined) return given;
  const items = projectItems(services).then((all) => all.filter(({ project }) => may(project)));
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.project;
}

/** The current one first, then Default and the others, without the hidden ones; with what is wrong with their folders now. */
export async function projectItems(services: Services): Promise<readonly ProjectItem[]> {
  const { projects, projectFolders, openProjects } = services;
  await openProjects.start();
  const shown = projects.shown();
  await Promise.all(shown.map((project) => projectFolders.look(project)));
  const { current } = openProjects;
  return [...shown].sort((a, b) => Number(b.id === current?.id) - Number(a.id === current?.id)).map((project) => itemOf(services, project));
}

function itemOf({ projectFolders, openProjects }: Services, project: Project): ProjectItem {
  const { id, name, folder } = project;
  const problem = projectFolders.problem(id);
  const parts = [
    id === openProjects.current?.id ? l10n.t('current') : '',
    problem === undefined ? '' : folderHeadings[problem.code](),
    folder === null ? l10n.t('chats without a folder') : withoutIcons(folder.path),
  ];
  const icon = problem !== undefined ? 'warning' : folder === null ? 'comment-discussion' : 'folder';
  return { project, label: withoutIcons(name), description: parts.filter((part) => part !== '').join(' · '), iconPath: new ThemeIcon(icon) };
}
