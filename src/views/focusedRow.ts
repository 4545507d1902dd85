import { commands, type TreeView } from 'vscode';

/** The argument with which a key calls a command for the row that has the keyboard's focus. */
export const atFocus = 'focus';

/**
 * The second argument with which a row opens what it stands for: the keyboard stays in the list, as in the Explorer, and goes
 * into the page once that is already shown.
 */
export const byRow = 'row';

/** The row that has the keyboard's focus. VS Code tells of the selection alone: the row's is changed and changed back. */
export async function focusedRow<T>(view: TreeView<T>): Promise<T | undefined> {
  const before = view.selection;
  await commands.executeCommand('list.toggleSelection');
  const after = view.selection;
  await commands.executeCommand('list.toggleSelection');
  return after.find((row) => !before.includes(row)) ?? before.find((row) => !after.includes(row));
}
