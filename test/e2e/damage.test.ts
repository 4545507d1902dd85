import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { comparable } from '../../src/platform/folders';
import { Store } from '../../src/store/store';
import type { ServerFolders } from '../harness/server';
import { must } from '../unit/store/storeFolder';
import { openWorkbench, type Workbench } from './harness/workbench';

const folderOf = ({ data }: ServerFolders): string => path.join(data, 'User/globalStorage/localix.localix/store');

/** Three chats, and a log in which the line of the last one is not what was written. */
async function plantDamage(folders: ServerFolders): Promise<void> {
  const store = new Store({ folder: folderOf(folders), script: path.resolve('dist/storeWorker.js'), log: (line) => assert.fail(line) });
  const folder = { path: folders.workspace, comparable: await comparable(folders.workspace), identity: null };
  const project = must(await store.write('ensureProject', { folder, name: 'app', now: 1 })).id;
  must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
  for (const title of ['First', 'Second', 'Third']) must(await store.write('createChat', { project, title, now: 2 }));
  await store.end();
  const log = path.join(folderOf(folders), 'log-1.jsonl');
  fs.writeFileSync(log, fs.readFileSync(log, 'utf8').replace('"Third"', '"Thurd"'));
}

describe('P1 Chats whose file is damaged', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ prepare: plantDamage });
    await vscode.showContainer('Localix');
  });
  after(() => vscode.close());
  const titles = (): Promise<string[]> => vscode.rows.locator('.label-name').allTextContents();
  const names = (): string[] => fs.readdirSync(folderOf(vscode.folders)).filter((name) => /^(damaged|log|snapshot)/.test(name)).map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY')).sort();

  it('are shown as far as they are sound, with what can be done, and are not changed', async () => {
    await vscode.row('Second').waitFor();
    assert.deepEqual(await titles(), ['Second', 'First']);
    await vscode.notification('The file with your chats is damaged').getByRole('button', { name: 'Show the File' }).waitFor();
    await vscode.screenshot('chats-damaged');
    assert.deepEqual(names(), ['damaged-DAY-log-1.jsonl', 'log-1.jsonl']);
  });

  it('are gone on with when the person says so; the damaged file is kept', async () => {
    const damaged = fs.readFileSync(path.join(folderOf(vscode.folders), 'log-1.jsonl'), 'utf8');
    await vscode.notification('The file with your chats is damaged').getByRole('button', { name: 'Continue with What Is Sound' }).click();
    await vscode.dialog.getByText('Continue with the chats that are sound?').waitFor();
    await vscode.screenshot('chats-damaged-question');
    await vscode.dialog.getByRole('button', { name: 'Continue' }).click();
    await vscode.notification('Changes left out: 1').waitFor();
    await vscode.run('Localix: New Chat');
    await vscode.row('New chat').waitFor();
    assert.deepEqual(await titles(), ['New chat', 'Second', 'First']);
    assert.deepEqual(names().filter((name) => !name.includes('DAY-snapshot')), ['damaged-DAY-current', 'damaged-DAY-log-1.jsonl', 'log-2.jsonl', 'snapshot-2.sqlite']);
    const [kept = ''] = fs.readdirSync(folderOf(vscode.folders)).filter((name) => /^damaged-.*-log-1/.test(name));
    assert.equal(fs.readFileSync(path.join(folderOf(vscode.folders), kept), 'utf8'), damaged);
  });

  it('give no id a second time', async () => {
    await vscode.chooseFromMenu(vscode.row('New chat'), 'Copy Chat ID');
    await vscode.page.getByText('Copied: LOCALIX-4').waitFor();
  });
});
