import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { comparable } from '../../src/platform/folders';
import { Store } from '../../src/store/store';
import type { ServerFolders } from '../harness/server';
import { must } from '../unit/store/storeFolder';
import { openWorkbench, type Workbench } from './harness/workbench';

/** Settles when the window knows its project. */
async function showProject(vscode: Workbench): Promise<void> {
  await vscode.showContainer('Localix');
  await vscode.page.getByText('No chats in this project yet').waitFor();
}

/** What the switcher lists, from top to bottom; closed again. */
async function listed(vscode: Workbench): Promise<string[]> {
  await vscode.run('Localix: Switch Project');
  const rows = vscode.page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'Default' }).waitFor();
  const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  await vscode.page.keyboard.press('Escape');
  return labels;
}

describe('P3 A project whose folder was renamed while VS Code was closed', () => {
  let vscode: Workbench;
  const at = (...parts: string[]): string => path.join(vscode.folders.root, ...parts);
  /** VS Code says that the folder is gone, offers another one, and opens it when that is declined. */
  const openMissing = async (meanwhile: () => void): Promise<void> => {
    await vscode.reopen(at('app'), meanwhile);
    await vscode.dialog.getByRole('button', { name: 'Cancel' }).click();
    await vscode.showContainer('Localix');
  };
  before(async () => {
    vscode = await openWorkbench();
    await showProject(vscode);
  });
  after(() => vscode.close());

  it('says so, with the old path; a different folder that has the old name is not suggested', async () => {
    await openMissing(() => {
      fs.mkdirSync(at('far/away/from/here'), { recursive: true });
      fs.renameSync(at('app'), at('far/away/from/here/app'));
      fs.mkdirSync(at('other/app'), { recursive: true });
    });
    await vscode.row('Project folder not found').filter({ hasText: at('app') }).waitFor();
    assert.deepEqual(await vscode.rows.locator('.label-name').allTextContents(), ['Project folder not found', 'Locate Folder…', 'Try Again']);
  });

  it('is suggested where it lies, renamed', async () => {
    await openMissing(() => fs.renameSync(at('far/away/from/here/app'), at('web')));
    await vscode.row('Use “web”').filter({ hasText: at('web') }).waitFor();
    assert.match((await listed(vscode))[0] ?? '', /^app.*Project folder not found/);
  });

  it('nothing changes until it is chosen; then the project is there, and the window can follow', async () => {
    await vscode.row('Use “web”').click();
    await vscode.notification(`“app” is now in ${at('web')}`).waitFor();
    await vscode.row('Project folder not found').waitFor({ state: 'detached' });
    await vscode.notification('has the old folder').getByRole('button', { name: 'Open “web” Here' }).click();
    await vscode.page.waitForURL(/web/);
    await showProject(vscode);
    const [current = '', ...others] = await listed(vscode);
    assert.ok(current.startsWith('app') && current.includes(at('web')), current);
    assert.deepEqual(others.map((label) => label.split(/[ ,]/)[0]), ['Default']);
  });
});

describe('P3 X14 A linked chat of a project whose folder was renamed', () => {
  let vscode: Workbench;
  const codexId = '01a22c1e-b6f6-7a40-b8d8-17b81d38d9ca';
  after(() => vscode.close());

  it('goes on with its session in the new folder', async () => {
    vscode = await openWorkbench({ histories: ['codex/home'], agents: { codex: { 'resume --help': '--no-daemon' } }, prepare: plantLinked });
    const web = path.join(vscode.folders.root, 'web');
    await vscode.showContainer('Localix');
    await vscode.row('Add a users route').waitFor();
    await vscode.reopen(vscode.folders.workspace, () => fs.renameSync(vscode.folders.workspace, web));
    await vscode.dialog.getByRole('button', { name: 'Cancel' }).click();
    await vscode.showContainer('Localix');
    await vscode.row('Use “web”').click();
    await vscode.row('Project folder not found').waitFor({ state: 'detached' });
    await vscode.row('Add a users route').click();
    const { argv, cwd } = await vscode.agents.started('codex');
    assert.deepEqual([argv, cwd], [['resume', '--no-daemon', '-C', web, codexId], web]);
    await vscode.pageTab('Add a users route').click();
    await vscode.webview().getByText(web, { exact: true }).waitFor();
  });

  async function plantLinked({ data, workspace }: ServerFolders): Promise<void> {
    const store = new Store({ folder: path.join(data, 'User/globalStorage/localix.localix/store'), script: path.resolve('dist/storeWorker.js'), log: (line) => assert.fail(line) });
    const folder = { path: workspace, comparable: await comparable(workspace), identity: null };
    const { id } = must(await store.write('ensureProject', { folder, name: 'app', now: 1 }));
    must(await store.write('chatForNative', { project: id, agent: 'codex', nativeId: codexId, title: 'Add a users route', cwd: workspace, createdAt: 1, activeAt: 1, now: 2 }));
    await store.end();
  }
});

describe('P1 P2 P3 Projects by their commands', () => {
  let vscode: Workbench;
  const at = (...parts: string[]): string => path.join(vscode.folders.root, ...parts);
  const names = async (): Promise<string[]> => (await listed(vscode)).map((label) => label.replace(/[ ,].*/, ''));
  const input = '.quick-input-widget input[type="text"]';
  /** A folder in `folder`, of a name that no other one has. */
  const inside = (folder: string): string => `in-${path.basename(folder)}`;
  /** Goes to a folder in VS Code's own dialog. `mark` is in it, which shows that the dialog is there. */
  const locate = async (folder: string, mark = inside(folder)): Promise<void> => {
    const dialog = vscode.page.locator('.quick-input-widget');
    const row = (name: string): Locator => dialog.locator('.monaco-list-row').getByText(name, { exact: true });
    // It begins beside the old folder, and takes no input before it has shown what is there.
    await row('other').waitFor();
    await vscode.page.locator(input).fill(path.join(folder, path.sep));
    await row(mark).waitFor();
    // What it shows it goes by only a moment later (VS Code 1.139).
    await vscode.page.waitForTimeout(1500);
    await dialog.getByRole('button', { name: 'Use This Folder' }).click();
  };
  before(async () => {
    vscode = await openWorkbench({
      prepare({ root, home }) {
        for (const folder of [path.join(root, 'other'), path.join(root, 'new'), home, path.join(home, '.localix/workspace')]) {
          fs.mkdirSync(path.join(folder, inside(folder)), { recursive: true });
        }
      },
    });
    await showProject(vscode);
    await vscode.reopen(at('other'));
    await showProject(vscode);
    await vscode.reopen(at('app'));
    await showProject(vscode);
  });
  after(() => vscode.close());

  it('are switched by a key while the view has focus; Default shows its chats in the same window', async () => {
    assert.deepEqual(await names(), ['app', 'Default', 'other']);
    await vscode.run('Localix: Show Localix Chats');
    await vscode.page.waitForFunction(() => document.activeElement?.closest('.sidebar') != null);
    await vscode.page.keyboard.press('Control+Alt+p');
    await vscode.pick('Default');
    await vscode.page.getByText('Localix: Default', { exact: true }).waitFor();
    assert.deepEqual(await names(), ['Default', 'app', 'other']);
  });

  it('open their folder when they are gone to', async () => {
    await vscode.run('Localix: Switch Project');
    await vscode.pick('other');
    await vscode.page.waitForURL(/folder=[^&]*other/);
    await showProject(vscode);
    assert.equal((await names())[0], 'other');
  });

  it('are renamed', async () => {
    await vscode.run('Localix: Rename Project');
    await vscode.pick('app');
    await vscode.page.locator(input).fill('Front');
    await vscode.page.keyboard.press('Enter');
    await vscode.page.locator(input).waitFor({ state: 'hidden' });
    assert.deepEqual(await names(), ['other', 'Default', 'Front']);
  });

  it('can\'t move to the home folder, a whole disk, the folder of Default\'s chats or another project\'s; then to a free one', async () => {
    await vscode.run('Localix: Change Project Folder');
    await vscode.pick('Front');
    const refused = [
      [vscode.folders.home, 'A project can\'t be your home folder'],
      ['/', 'A project can\'t be a whole disk'],
      [path.join(vscode.folders.home, '.localix/workspace'), 'The default project keeps its chats\' folders there'],
      [at('other'), 'The project “other” uses this folder'],
    ] as const;
    for (const [folder, words] of refused) {
      await locate(folder, folder === '/' ? 'etc' : undefined);
      await vscode.notification(words).getByRole('button', { name: 'Choose Another Folder' }).click();
    }
    await locate(at('new'));
    await vscode.notification(`“Front” is now in ${at('new')}`).waitFor();
    assert.match((await listed(vscode)).find((label) => label.startsWith('Front')) ?? '', /\/new\b/);
  });

  it('are hidden, and back when their folder is opened', async () => {
    await vscode.run('Localix: Hide Project');
    await vscode.pick('Front');
    await vscode.notification('“Front” is hidden').waitFor();
    assert.deepEqual(await names(), ['other', 'Default']);
    await vscode.reopen(at('new'));
    await showProject(vscode);
    assert.deepEqual(await names(), ['Front', 'Default', 'other']);
  });
});
