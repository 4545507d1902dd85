import type { Workbench } from './workbench';

/** The menu of the focused row, as the keyboard opens it. */
export async function choose(vscode: Workbench, item: string): Promise<void> {
  await vscode.page.keyboard.press('Shift+F10');
  const entry = vscode.page.locator('.monaco-menu .action-item').filter({ has: vscode.page.getByText(item, { exact: true }) });
  await entry.waitFor();
  for (let tries = 0; tries < 40 && !/focused/.test((await entry.getAttribute('class')) ?? ''); tries++) await vscode.page.keyboard.press('ArrowDown');
  await vscode.page.keyboard.press('Enter');
  await entry.waitFor({ state: 'detached' });
}

/** Gives the list of chats the focus. */
export async function focusChats(vscode: Workbench): Promise<void> {
  const list = vscode.page.locator('.sidebar .pane-body .monaco-list:focus');
  if ((await list.count()) > 0) return;
  for (let tries = 5; ; tries--) {
    await vscode.run('Localix: Show Localix Chats');
    try {
      await list.waitFor({ timeout: 4_000 });
      break;
    } catch (error) {
      // A page that opens late takes the focus.
      if (tries === 0) throw error;
    }
  }
  // The palette gives the focus back, and then the command takes it once more, which would close a menu.
  await vscode.page.waitForTimeout(500);
}

/** Goes to a row of the list by its first letters, as VS Code's lists allow. */
export async function focusRow(vscode: Workbench, title: string): Promise<void> {
  await focusChats(vscode);
  await vscode.row(title).waitFor();
  await vscode.page.keyboard.press('Home');
  for (let tries = 0; tries < 20; tries++) {
    const focused = vscode.page.locator('.sidebar .monaco-list-row.focused .label-name').first();
    if ((await focused.textContent().catch(() => '')) === title) return;
    await vscode.page.keyboard.press('ArrowDown');
  }
  throw new Error(`${title} is not in the list`);
}

/** Types into the open input of VS Code, instead of what is in it, and accepts it. */
export async function type(vscode: Workbench, text: string): Promise<void> {
  const input = vscode.page.locator('.quick-input-widget input[type="text"]');
  await input.and(vscode.page.locator(':focus')).waitFor();
  await vscode.page.keyboard.press('Control+a');
  await vscode.page.keyboard.type(text);
  await vscode.page.keyboard.press('Enter');
  await input.waitFor({ state: 'hidden' });
}
