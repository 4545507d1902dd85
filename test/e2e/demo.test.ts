import assert from 'node:assert/strict';
import path from 'node:path';
import { makeDemo } from '../../src/demo/makeDemo';
import { openWorkbench, type Workbench } from './harness/workbench';

describe('X26 The demo', () => {
  it('opens from any window, in one of its own', async () => {
    const vscode = await openWorkbench({ folder: null });
    try {
      await vscode.showContainer('Localix');
      const opened = vscode.page.context().waitForEvent('page');
      await vscode.page.getByRole('button', { name: 'Open Demo' }).click();
      const page = await opened;
      await page.getByLabel('Explorer Section: project').or(page.getByText('stations.txt')).first().waitFor({ timeout: 60_000 });
      assert.match(decodeURIComponent(page.url()), /folder=.*\/globalStorage\/localix\.localix\/demo\/[0-9a-f-]+\/project/);
    } finally {
      await vscode.close();
    }
  });
});

describe('X26 The demo\'s own window', () => {
  let vscode: Workbench;
  before(async () => {
    let folder = '';
    vscode = await openWorkbench({
      // A history of the person's own, of the very folder; and an agent that is installed.
      histories: ['codex/home'],
      agents: { codex: { 'resume --help': '--no-daemon' } },
      prepare: async ({ temporary }) => void ({ folder } = await makeDemo(path.join(temporary, 'demo'), 'media/demo')),
      folder: () => folder,
    });
    await vscode.showContainer('Localix');
  });
  after(() => vscode.close());

  it('lists the sample sessions of all agents, installed or not', async () => {
    await vscode.page.getByRole('button', { name: 'Show External Sessions' }).first().click();
    await vscode.page.getByText('Localix: External (7)', { exact: true }).waitFor();
    await vscode.row('Document the JSON option').waitFor();
    assert.deepEqual(await vscode.rows.locator('.label-name').allTextContents(), [
      'Fix high water after midnight',
      'JSON output',
      'Station names, format decision',
      'Explain isHigh to me as if I had never seen a tide table',
      'Two readings of the same height at the top: is the high water found once or twice? Check with a test.',
      'Which Node versions have toSorted, and is it worth a fallback here?',
      'Document the JSON option',
    ]);
  });

  it('shows a transcript, and what would be started, and starts no agent', async () => {
    await vscode.row('JSON output').click();
    await vscode.webview().getByText('I\'ll read the entry point').waitFor();
    await vscode.webview().getByRole('button', { name: 'Open in Codex' }).click();
    await vscode.terminalShows('This is a demo');
    await vscode.terminalShows('codex resume --no-daemon 01b924fa-e540-7de0-8000-000000000001');
    assert.deepEqual(vscode.agents.calls('codex'), []);
  });
});
