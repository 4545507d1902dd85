import * as path from 'node:path';
import { commands, l10n, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import type { Disposable } from '../core/owned';
import type { Move } from '../projects/projects';
import { withoutLinks } from './plainText';
import type { Services } from './services';

/** A project moved, here or in another window, and this window still has its old folder open. */
export function registerProjectMoves({ projects }: Services): Disposable {
  return projects.onDidMove((move) => void offerToFollow(move));
}

async function offerToFollow({ project, from, to }: Move): Promise<void> {
  const open = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === from);
  if (open === undefined) return;
  const follow = l10n.t('Open “{0}” Here', path.basename(to));
  const chosen = await window.showInformationMessage(withoutLinks(l10n.t('This window has the old folder of “{0}” open: {1}', project.name, from)), follow);
  if (chosen === follow) await replace(open, Uri.file(to));
}

async function replace(open: WorkspaceFolder, folder: Uri): Promise<void> {
  // Replacing the only folder would make a workspace without a name of it.
  if (workspace.workspaceFile === undefined) await commands.executeCommand('vscode.openFolder', folder, { forceReuseWindow: true });
  else workspace.updateWorkspaceFolders(open.index, 1, { uri: folder });
}
