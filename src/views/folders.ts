import { workspace } from 'vscode';

/** A folder that is open and lies on this machine. */
export interface OpenFolder {
  readonly name: string;
  readonly path: string;
}

export function openFolders(): readonly OpenFolder[] {
  return (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** Names what is open in this window, the same whenever the same is open. */
export function openWorkspace(): string {
  return workspace.workspaceFile?.toString() ?? (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()).join('\n');
}
