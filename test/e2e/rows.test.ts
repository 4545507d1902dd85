import assert from 'node:assert/strict';
import { type } from './harness/chatList';
import { openWorkbench, type Workbench } from './harness/workbench';

const tree = '.sidebar .pane-body .monaco-list';

describe('X1 P4 Opening a row', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories: ['claude-code/home', 'codex/home'], agents: { claude: {}, codex: { 'resume --help': '--no-daemon' } }, size: { width: 1280, height: 1500 } });
    await vscode.showContainer('Localix');
  });
  after(() => vscode.close());

  const treeHasFocus = (): Promise<void> => vscode.page.locator(`${tree}:focus`).waitFor();
  const pageHasFocus = async (): Promise<void> => void (await vscode.page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME'));

  it('leaves the keyboard in the list of sessions; once more moves it into the transcript', async () => {
    await vscode.run('Localix: Show External Sessions');
    await vscode.row('Sprint plan').click();
    await vscode.webview().locator('article').first().waitFor();
    await treeHasFocus();
    await vscode.page.keyboard.press('ArrowDown');
    const next = vscode.rows.and(vscode.page.locator('.focused'));
    await next.waitFor();
    assert.notEqual(await next.locator('.label-name').textContent(), 'Sprint plan');
    await vscode.page.keyboard.press('ArrowUp');
    await vscode.page.keyboard.press('Enter');
    await pageHasFocus();
  });

  it('New Chat puts the keyboard where the message is written', async () => {
    await vscode.run('Localix: New Chat');
    await vscode.webview().locator('textarea:focus').waitFor();
    await vscode.page.keyboard.type('Which routes are left?');
    assert.equal(await vscode.webview().getByRole('textbox').inputValue(), 'Which routes are left?');
  });

  it('leaves the keyboard in the list of chats, where F2 renames; once more moves it into the page', async () => {
    await vscode.run('Localix: Show Localix Chats');
    await vscode.run('Localix: New Chat');
    await vscode.row('New chat').nth(1).click();
    await vscode.webview().getByRole('heading', { name: 'New chat', level: 1 }).waitFor();
    await treeHasFocus();
    await vscode.page.keyboard.press('F2');
    await type(vscode, 'Routes');
    await vscode.webview().getByRole('heading', { name: 'Routes', level: 1 }).waitFor();
    await vscode.row('Routes').click();
    await pageHasFocus();
  });

  it('of a chat that shows its agent\'s terminal leaves the keyboard in the list, too', async () => {
    await vscode.run('Localix: Show External Sessions');
    await vscode.chooseFromMenu(vscode.row('Sprint plan'), 'Open in Claude Code');
    await vscode.terminalShows('claude stand-in');
    await vscode.run('View: Close All Editors in Group');
    await vscode.pageTab('Sprint plan').waitFor({ state: 'detached' });
    await vscode.run('Localix: Show Localix Chats');
    await vscode.row('Sprint plan').click();
    await vscode.terminalShows('claude stand-in');
    await treeHasFocus();
    await vscode.page.keyboard.press('ArrowUp');
    await treeHasFocus();
  });
});
