import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Project } from '../../../src/store/rows';
import { must, type Window, windows } from './services';
import { made, tempFolder } from './tempFolder';

describe('P3 The folder of a project', () => {
  const at = tempFolder();
  const openWindow = windows(at);
  const look = async ({ folders, projects }: Window, { id }: Project): Promise<unknown> => {
    await folders.look(projects.get(id) as Project);
    const problem = folders.problem(id);
    return problem && [problem.code, problem.folder, problem.found];
  };

  it('renamed while no window was open, is found after the start', async () => {
    const before = await openWindow();
    const app = must(await before.projects.ensure(made(at('app')), 'app'));
    await before.close();
    fs.renameSync(at('app'), at('web'));
    assert.deepEqual(await look(await openWindow(), app), ['workspace_folder_missing', at('app'), at('web')]);
  });

  it('is not taken for another that was made with the old name', async () => {
    const before = await openWindow();
    const app = must(await before.projects.ensure(made(at('work', 'app')), 'app'));
    await before.close();
    fs.rmSync(at('work'), { recursive: true });
    made(at('app'));
    made(at('other', 'app'));
    assert.deepEqual(await look(await openWindow(), app), ['workspace_folder_missing', at('work', 'app'), undefined]);
  });

  it('is known as of when it was last seen: a folder made anew at its path is the project\'s from then on', async () => {
    const before = await openWindow();
    const app = must(await before.projects.ensure(made(at('app')), 'app'));
    fs.renameSync(at('app'), at('old'));
    made(at('app'));
    assert.equal(await look(before, app), undefined);
    await before.close();
    fs.renameSync(at('app'), at('new'));
    assert.deepEqual(await look(await openWindow(), app), ['workspace_folder_missing', at('app'), at('new')]);
  });

  it('is not offered where the project may not move', async () => {
    const window = await openWindow();
    const app = must(await window.projects.ensure(made(at('home', 'work', 'app')), 'app'));
    made(window.chatFolders.root);
    fs.renameSync(at('home', 'work', 'app'), path.join(window.chatFolders.root, 'app'));
    fs.renameSync(at('home', 'work'), at('home', '.localix', 'work'));
    assert.deepEqual(await look(window, app), ['workspace_folder_missing', at('home', 'work', 'app'), undefined]);
  });

  it('is told to be fine again when it is back', async () => {
    const window = await openWindow();
    const app = must(await window.projects.ensure(made(at('app')), 'app'));
    const told: string[] = [];
    window.folders.onDidChange((id) => told.push(id));
    fs.renameSync(at('app'), at('away'));
    await look(window, app);
    await look(window, app);
    assert.deepEqual(told, [app.id]);
    fs.renameSync(at('away'), at('app'));
    assert.equal(await look(window, app), undefined);
    assert.deepEqual(told, [app.id, app.id]);
  });

  it('once moved to, has none of the old one\'s problems', async () => {
    const window = await openWindow();
    const app = must(await window.projects.ensure(made(at('app')), 'app'));
    fs.renameSync(at('app'), at('web'));
    await look(window, app);
    const told = new Promise((resolve) => window.folders.onDidChange(resolve));
    must(await window.projects.move(app.id, at('web')));
    assert.equal(await told, app.id);
    assert.equal(window.folders.problem(app.id), undefined);
  });

  it('is where its chats work; each root chat of Default has one of its own', async () => {
    const { projects, folders, chatFolders } = await openWindow();
    const app = must(await projects.ensure(made(at('app')), 'app'));
    assert.deepEqual(await folders.workingFolder(app.id, 'LOCALIX-1'), { ok: true, value: at('app') });
    assert.deepEqual(await folders.workingFolder('PRJ-1', 'LOCALIX-2'), { ok: true, value: path.join(chatFolders.root, 'LOCALIX-2') });
    assert.ok(fs.statSync(path.join(chatFolders.root, 'LOCALIX-2')).isDirectory());
    fs.rmdirSync(at('app'));
    assert.deepEqual(await folders.workingFolder(app.id, 'LOCALIX-1'), { ok: false, code: 'workspace_folder_missing', detail: at('app') });
    fs.writeFileSync(at('app'), '');
    assert.deepEqual(await folders.workingFolder(app.id, 'LOCALIX-1'), { ok: false, code: 'workspace_folder_not_a_directory', detail: at('app') });
    assert.deepEqual(await folders.workingFolder('PRJ-99', 'LOCALIX-1'), { ok: false, code: 'project_missing', detail: 'PRJ-99' });
  });
});
