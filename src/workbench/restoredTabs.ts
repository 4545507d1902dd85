import { commands, TabInputTerminal, window } from 'vscode';

/**
 * VS Code can't open a terminal in the editor area before it has restored its editors, and says neither no nor when: a tab with
 * an error stands there instead (1.139). It registers this command of its own right after.
 */
const afterRestoring = 'workbench.extensions.action.installVSIX';
const lookEvery = 200;
/** Milliseconds after which tabs are opened in any case: another product may lack the command. */
const longest = 15_000;

/** Opens `count` terminals' tabs by `open` when that is possible, and shows again what was shown before. */
export async function openBehind(count: number, open: () => void): Promise<void> {
  await until(async () => (await commands.getCommands(false)).includes(afterRestoring));
  const { activeTab } = window.tabGroups.activeTabGroup;
  const before = terminalTabs();
  open();
  if (activeTab === undefined) return;
  await until(() => terminalTabs() >= before + count);
  const index = window.tabGroups.activeTabGroup.tabs.indexOf(activeTab);
  if (index >= 0) await commands.executeCommand('workbench.action.openEditorAtIndex', index);
}

function terminalTabs(): number {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputTerminal).length;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + longest;
  while (!(await isTrue()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, lookEvery));
}
