import { commands, l10n, ThemeIcon, Uri, window, type QuickInputButton } from 'vscode';
import type { Disposable } from '../core/owned';
import type { Project } from '../store/rows';
import { type ProjectItem, projectItems } from './chooseProject';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

/** Going to another project. */
export function registerProjectSwitcher(services: Services): Disposable {
  return registerCommands(services, { 'localix.switchProject': () => switchProject(services) });
}

async function switchProject(services: Services): Promise<void> {
  const inNewWindow: QuickInputButton = { iconPath: new ThemeIcon('empty-window'), tooltip: l10n.t('Open in New Window') };
  const pick = window.createQuickPick<ProjectItem>();
  pick.placeholder = l10n.t('Go to a project');
  pick.matchOnDescription = true;
  pick.busy = true;
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item !== undefined) void goTo(services, item.project, false);
  });
  pick.onDidTriggerItemButton(({ item }) => {
    pick.hide();
    void goTo(services, item.project, true);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
  pick.items = (await projectItems(services)).map((item) => (isElsewhere(services, item.project) ? { ...item, buttons: [inNewWindow] } : item));
  pick.busy = false;
}

/** Its folder can be opened, and this window has it not. */
function isElsewhere({ openProjects, projectFolders }: Services, project: Project): boolean {
  return project.folder !== null && !openProjects.isOpen(project) && projectFolders.problem(project.id) === undefined;
}

/** Shows the project's chats, where its folder is not to be opened for that. */
async function goTo(services: Services, project: Project, forceNewWindow: boolean): Promise<void> {
  if (project.folder !== null && isElsewhere(services, project)) {
    await commands.executeCommand('vscode.openFolder', Uri.file(project.folder.path), { forceNewWindow });
    return;
  }
  await services.openProjects.select(project);
  await commands.executeCommand('localix.showChats');
}
