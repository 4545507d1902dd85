import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const agents = { claude: {}, codex: { 'resume --help': '--no-daemon' } };

describe('P2 P8 X13 X17 A chat\'s page in the window', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories: ['codex/home'], agents, size: { width: 1280, height: 900 } });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: New Chat');
    await vscode.tab('New chat').waitFor();
  });
  after(() => vscode.close());
  const draft = (): Locator => vscode.webview().getByRole('textbox', { name: 'Message' });

  it('shows where the chat is, and takes a new name', async () => {
    await vscode.webview().getByRole('button', { name: 'Rename' }).click();
    const input = vscode.page.locator('.quick-input-widget input[type="text"]');
    await input.fill('Plan the routes');
    await input.press('Enter');
    await vscode.webview().getByRole('heading', { name: 'Plan the routes', level: 1 }).waitFor();
    await vscode.tab('Plan the routes').waitFor();
    await vscode.webview().getByTitle('Switch Project').waitFor();
    await vscode.webview().getByText(vscode.folders.workspace).waitFor();
  });

  it('keeps what is typed over a reload', async () => {
    await draft().fill('Which routes are left?');
    await vscode.screenshot('chat-page');
    await vscode.reload();
    await vscode.tab('Plan the routes').waitFor();
    assert.equal(await draft().inputValue({ timeout: 30_000 }), 'Which routes are left?');
  });

  it('links the agent that the person chooses, starts it in the chat\'s folder, and goes on being the same chat', async () => {
    await vscode.webview().getByRole('button', { name: 'Localix' }).click();
    await vscode.page.getByPlaceholder('Agent to link to “Plan the routes”').waitFor();
    await vscode.pick('Codex');
    const { cwd } = await vscode.agents.started('codex');
    assert.equal(cwd, vscode.folders.workspace);
    await vscode.terminalShows('codex stand-in');
    await vscode.tab('Plan the routes').first().click();
    await vscode.webview().getByRole('button', { name: 'Codex' }).waitFor();
    assert.equal(await draft().inputValue(), 'Which routes are left?');
    await vscode.screenshot('chat-page-linked');
  });

  it('shows the running terminal again, and starts no other', async () => {
    await vscode.webview().getByRole('button', { name: 'Codex' }).click();
    await vscode.terminalShows('codex stand-in');
    assert.equal(vscode.agents.starts('codex').length, 1);
  });

  it('says why the agent was not opened, with what can be done', async () => {
    await vscode.terminal.click();
    await vscode.run('View: Close Editor');
    await vscode.tab('Plan the routes').first().click();
    await vscode.webview().getByRole('button', { name: 'Codex' }).click();
    const notice = vscode.webview().getByRole('alert').filter({ hasText: 'is not known, and its terminal is closed' });
    await notice.getByRole('button', { name: 'New Chat' }).waitFor();
    await vscode.screenshot('chat-page-notice');
  });
});
