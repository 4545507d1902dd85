import assert from 'node:assert/strict';
import manifest from '../../package.json';
import { openWorkbench, type Workbench } from './harness/workbench';

describe('The extension in the workbench', () => {
  let vscode: Workbench;
  before(async () => (vscode = await openWorkbench({ agents: { codex: { '--version': 'codex-cli 1.2.3' } } })));
  after(() => vscode.close());

  it('is listed as installed', async () => {
    await vscode.run('Extensions: Show Installed Extensions');
    const item = vscode.page.locator('.extensions-list .extension-list-item').filter({ hasText: manifest.displayName });
    await item.waitFor();
    assert.equal(await item.locator('.publisher-name').textContent(), manifest.publisher);
  });

  it('has agents\' programs first on its PATH, which tell how they were called', async () => {
    await vscode.run('Terminal: Create New Terminal in Editor Area');
    await vscode.terminal.click();
    await vscode.page.keyboard.type('codex --version; codex resume 42\n');
    await vscode.terminalShows('codex-cli 1.2.3');
    await vscode.terminalShows('codex stand-in: ["resume","42"]');
    const call = await vscode.agents.started('codex');
    assert.deepEqual([call.argv, call.cwd, call.env['HOME'], call.tty], [['resume', '42'], vscode.folders.workspace, vscode.folders.home, true]);
  });

  it('asks for nothing outside this machine', () => {
    assert.deepEqual([...vscode.outsideHosts], []);
  });
});
