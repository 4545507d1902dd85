import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const histories = ['claude-code/home', 'codex/home'];
const agents = { claude: {}, codex: { 'resume --help': '--no-daemon' } };

describe('X11 P4 The Localix tab', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories, agents, size: { width: 1280, height: 900 } });
    await vscode.showContainer('Localix');
  });
  after(() => vscode.close());

  it('says what it is for while there is no chat', async () => {
    await vscode.page.getByText('There is no chat in this project yet.').waitFor();
    await vscode.screenshot('chats-empty');
    await vscode.page.locator('.welcome-view').getByRole('button', { name: 'New Chat' }).click();
    await vscode.row('New chat').waitFor();
    await vscode.screenshot('chats-new');
  });
});
