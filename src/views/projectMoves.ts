import * as path from 'node:path';
import { commands, l10n, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import type { Move } from '../projects/projects';
import { agentNames } from '../shared/agentId';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { restartWords } from './projectWords';

/** Notices that projects' folders moved: on the disk, when the person comes back to the window, and projects with them, here or in another window. */
export function registerProjectMoves(services: Services): Disposable {
  const own = new Owned();
  own.add(window.onDidChangeWindowState(({ focused }) => focused && void services.openProjects.refresh()));
  own.add(services.projects.onDidMove((move) => void offerToFollow(services, move)));
  return own;
}

/** Tells what of this window is still in the project's old folder. */
async function offerToFollow(services: Services, move: Move): Promise<void> {
  const { project, from, to } = move;
  const open = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === from);
  const terminals = await services.terminals.within(from);
  const still = [
    ...(open === undefined ? [] : [l10n.t('This window has the old folder of “{0}” open: {1}', project.name, from)]),
    ...(terminals.length === 0 ? [] : [l10n.t('“{0}” has moved. Terminals that still work in its old folder: {1}', project.name, terminals.map(({ title }) => title).join(', '))]),
  ];
  if (still.length === 0) return;
  const name = path.basename(to);
  const [follow, restart] = [l10n.t('Open “{0}” Here', name), l10n.t('Restart in “{0}”', name)];
  const steps = [...(terminals.length === 0 ? [] : [restart]), ...(open === undefined ? [] : [follow])];
  const chosen = await window.showInformationMessage(withoutLinks(still.join(' ')), ...steps);
  if (chosen === follow && open !== undefined) await replace(open, Uri.file(to));
  if (chosen === restart) await restartAll(services, move);
}

/** Those that are still there: the message may have stood for long. */
async function restartAll({ terminals }: Services, move: Move): Promise<void> {
  for (const request of await terminals.within(move.from)) {
    const restarted = await terminals.follow(move, request);
    if (!restarted.ok) void window.showErrorMessage(withoutLinks(restartWords[restarted.code](agentNames[request.agent], restarted.detail)));
  }
}

async function replace(open: WorkspaceFolder, folder: Uri): Promise<void> {
  // Replacing the only folder would make a workspace without a name of it.
  if (workspace.workspaceFile === undefined) await commands.executeCommand('vscode.openFolder', folder, { forceReuseWindow: true });
  else workspace.updateWorkspaceFolders(open.index, 1, { uri: folder });
}
