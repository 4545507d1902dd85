import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { must, type Window, windows } from './services';
import { made, tempFolder } from './tempFolder';

describe('P1 The projects of a window', () => {
  const at = tempFolder();
  const openWindow = windows(at);
  const opened = ({ open }: Window): unknown => open.list().map(({ folder, ...whose }) => [folder.name, ...Object.values(whose)]);
  const current = ({ open }: Window): string | undefined => open.current?.name;

  it('are made of its folders, and the first one is the current one', async () => {
    const window = await openWindow(made(at('app')), made(at('lib')));
    assert.deepEqual(opened(window), [['app', 'project', 'PRJ-2'], ['lib', 'project', 'PRJ-3']]);
    assert.equal(current(window), 'app');
  });

  it('without a folder it is Default', async () => {
    assert.equal(current(await openWindow()), 'Default');
  });

  it('in the folder of a chat of Default it is Default', async () => {
    const { chatFolders } = await openWindow();
    assert.equal(current(await openWindow(must(await chatFolders.make('LOCALIX-4')))), 'Default');
  });

  it('any project can be selected, until it is hidden', async () => {
    const window = await openWindow(made(at('app')));
    const other = must(await window.projects.ensure(made(at('other')), 'other'));
    await window.open.select(other);
    assert.equal(current(window), 'other');
    must(await window.projects.hide(other.id));
    assert.equal(current(window), 'app');
  });

  it('one that is hidden stays hidden while its folder is open, and is back when the folder is opened again', async () => {
    const window = await openWindow(made(at('app')));
    must(await window.projects.hide('PRJ-2'));
    await window.open.refresh();
    assert.equal(current(window), 'Default');
    assert.equal(current(await openWindow(at('app'))), 'app');
  });

  it('tell whose a folder is: of the innermost one around it, else the selected one\'s', async () => {
    const window = await openWindow(made(at('app')), made(at('app/packages/web')), made(at('app-old')));
    const holding = async (folder: string | null): Promise<string | undefined> => (await window.open.holding(folder))?.name;
    assert.equal(await holding(at('app/packages/web/src')), 'web');
    assert.equal(await holding(at('app/packages')), 'app');
    assert.equal(await holding(at('app-old')), 'app-old');
    assert.equal(await holding(at('elsewhere')), 'app');
    assert.equal(await holding(null), 'app');
  });

  it('follow the folders of the window', async () => {
    const window = await openWindow(made(at('app')));
    window.paths = [made(at('lib')), at('app')];
    const changed = new Promise<void>((resolve) => window.open.onDidChange(resolve));
    window.opened.fire();
    await changed;
    await window.open.refresh();
    assert.equal(current(window), 'lib');
  });
});

describe('P3 A window on a folder that is gone or was moved', () => {
  const at = tempFolder();
  const openWindow = windows(at);
  const whose = ({ open }: Window): unknown => open.list().map(({ folder: _, ...rest }) => Object.values(rest));
  /** Makes a project of `app`, in a window that is closed again. */
  const known = async (): Promise<void> => (await openWindow(made(at('work', 'app')))).close();

  it('has the project of the missing folder, with the place where it was found', async () => {
    await known();
    fs.renameSync(at('work', 'app'), at('work', 'web'));
    const window = await openWindow(at('work', 'app'));
    assert.deepEqual(whose(window), [['project', 'PRJ-2']]);
    assert.equal(window.open.current?.name, 'app');
    assert.deepEqual(window.folders.problem('PRJ-2'), { code: 'workspace_folder_missing', folder: at('work', 'app'), found: at('work', 'web') });
  });

  it('on the new place makes nothing of it before the person has chosen', async () => {
    await known();
    fs.renameSync(at('work', 'app'), at('work', 'web'));
    const window = await openWindow(at('work', 'web'));
    assert.deepEqual(whose(window), [['moved', 'PRJ-2']]);
    assert.equal(window.open.current, undefined);
    assert.equal(window.projects.shown().length, 2);
  });

  it('has the project there when it was moved', async () => {
    await known();
    fs.renameSync(at('work', 'app'), at('work', 'web'));
    const window = await openWindow(at('work', 'web'));
    must(await window.projects.move('PRJ-2', at('work', 'web')));
    await window.open.refresh();
    assert.deepEqual([whose(window), window.open.current?.name], [[['project', 'PRJ-2']], 'app']);
  });

  it('has a project of its own when that was chosen', async () => {
    await known();
    fs.renameSync(at('work', 'app'), at('work', 'web'));
    const window = await openWindow(at('work', 'web'));
    const [first] = window.open.list();
    assert.ok(first);
    must(await window.open.separate(first));
    assert.deepEqual([whose(window), window.open.current?.name], [[['project', 'PRJ-3']], 'web']);
  });

  it('takes a different folder with the old name for the project\'s, and the renamed one is still known', async () => {
    await known();
    fs.renameSync(at('work', 'app'), at('work', 'web'));
    made(at('work', 'app'));
    assert.deepEqual(whose(await openWindow(at('work', 'web'))), [['moved', 'PRJ-2']]);
    assert.deepEqual(whose(await openWindow(at('work', 'app'))), [['project', 'PRJ-2']]);
  });

  it('asks nothing of a copy that lies beside the folder', async () => {
    await known();
    fs.cpSync(at('work', 'app'), at('work', 'copy'), { recursive: true, preserveTimestamps: true });
    assert.deepEqual(whose(await openWindow(at('work', 'copy'))), [['project', 'PRJ-3']]);
  });

  it('asks nothing where the project may not move', async () => {
    await known();
    const { chatFolders } = await openWindow();
    made(chatFolders.root);
    fs.renameSync(at('work', 'app'), path.join(chatFolders.root, 'LOCALIX-1'));
    assert.deepEqual(whose(await openWindow(path.join(chatFolders.root, 'LOCALIX-1'))), [['project', 'PRJ-1']]);
  });

  it('makes nothing of a missing folder that is no project\'s, and of what it is when it is there again', async () => {
    const window = await openWindow(at('app'));
    assert.deepEqual([whose(window), window.open.current], [[['none', 'workspace_folder_missing']], undefined]);
    made(at('app'));
    await window.open.refresh();
    assert.deepEqual(whose(window), [['project', 'PRJ-2']]);
  });

  it('keeps the project that moved on while it has the old folder open, and makes no other of that', async () => {
    const window = await openWindow(made(at('work', 'app')));
    must(await window.projects.move('PRJ-2', made(at('work', 'new'))));
    await window.open.refresh();
    assert.deepEqual([whose(window), window.open.current?.folder?.path], [[['project', 'PRJ-2']], at('work', 'new')]);
    assert.deepEqual(whose(await openWindow(at('work', 'app'))), [['project', 'PRJ-3']]);
  });
});
