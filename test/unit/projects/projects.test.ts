import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Move } from '../../../src/projects/projects';
import { must, windows } from './services';
import { made, tempFolder } from './tempFolder';

describe('P1 Projects', () => {
  const at = tempFolder();
  const openWindow = windows(at);

  it('Default is there from the start, with the first number', async () => {
    const { projects } = await openWindow();
    assert.deepEqual(projects.shown().map(({ id, name, folder }) => [id, name, folder]), [['PRJ-1', 'Default', null]]);
    assert.equal(projects.default?.id, 'PRJ-1');
  });

  it('a folder is one project, whichever way its path is written', async () => {
    const { projects } = await openWindow();
    const app = must(await projects.ensure(made(at('app')), 'app'));
    fs.symlinkSync(at('app'), at('link'));
    for (const folder of [at('app'), `${at('app')}${path.sep}`, at('link'), at('x', '..', 'app')]) {
      assert.deepEqual(must(await projects.ensure(folder, 'another name')), app, folder);
    }
    assert.deepEqual([app.id, app.name, app.folder?.path], ['PRJ-2', 'app', at('app')]);
    assert.equal(must(await projects.ensure(made(at('app', 'packages')), 'packages')).id, 'PRJ-3');
    assert.equal(must(await projects.ensure(made(at('app-old')), 'app-old')).id, 'PRJ-4');
  });

  it('no project is made of what is no folder', async () => {
    const { projects } = await openWindow();
    assert.deepEqual(await projects.ensure(at('gone'), 'gone'), { ok: false, code: 'workspace_folder_missing', detail: at('gone') });
    fs.writeFileSync(at('file'), '');
    assert.deepEqual(await projects.ensure(at('file'), 'file'), { ok: false, code: 'workspace_folder_not_a_directory', detail: at('file') });
    assert.equal(projects.shown().length, 1);
  });

  it('what lies in the folder of Default\'s chats is Default\'s', async () => {
    const { projects, chatFolders } = await openWindow();
    const folder = must(await chatFolders.make('LOCALIX-3'));
    assert.equal(must(await projects.ensure(made(path.join(folder, 'src')), 'src')).id, 'PRJ-1');
    assert.equal(must(await projects.ensure(chatFolders.root, 'workspace')).id, 'PRJ-1');
  });

  it('one that was hidden comes back when its folder is opened, with its number and name', async () => {
    const { projects } = await openWindow();
    const { id } = must(await projects.ensure(made(at('app')), 'app'));
    must(await projects.rename(id, 'My app'));
    must(await projects.hide(id));
    assert.deepEqual(projects.shown().map((project) => project.id), ['PRJ-1']);
    const back = must(await projects.ensure(at('app'), 'app'));
    assert.deepEqual([back.id, back.name, back.isHidden], [id, 'My app', false]);
    assert.deepEqual(projects.shown().map((project) => project.id), ['PRJ-1', id]);
  });

  it('Default can be renamed, and neither hidden nor moved', async () => {
    const { projects } = await openWindow();
    must(await projects.rename('PRJ-1', '  Odds\n and  ends '));
    assert.equal(projects.default?.name, 'Odds and ends');
    assert.deepEqual(await projects.hide('PRJ-1'), { ok: false, code: 'project_is_default', detail: 'PRJ-1' });
    assert.deepEqual(await projects.move('PRJ-1', made(at('app'))), { ok: false, code: 'project_is_default', detail: 'PRJ-1' });
    assert.equal((await openWindow()).projects.default?.name, 'Odds and ends');
  });

  it('an empty name is none', async () => {
    const { projects } = await openWindow();
    assert.deepEqual(await projects.rename('PRJ-1', ' \n '), { ok: false, code: 'name_missing', detail: '' });
    assert.equal(projects.default?.name, 'Default');
  });

  it('two windows that open a folder at the same time make one project', async () => {
    const [here, there] = await Promise.all([openWindow(), openWindow()]);
    const [first, second] = await Promise.all([here.projects.ensure(made(at('app')), 'app'), there.projects.ensure(at('app'), 'app')]);
    assert.equal(must(first).id, must(second).id);
    assert.equal(here.projects.default?.id, there.projects.default?.id);
  });
});

describe('P3 A project that moves', () => {
  const at = tempFolder();
  const openWindow = windows(at);

  it('keeps its number and name, in every window, and agents\' own things follow', async () => {
    const [here, there] = [await openWindow(), await openWindow()];
    const { id } = must(await here.projects.ensure(made(at('app')), 'app'));
    must(await there.projects.ensure(at('app'), 'app'));
    const heard = new Promise<Move>((resolve) => there.projects.onDidMove(resolve));
    must(await here.projects.move(id, made(at('web'))));
    const { project, from, to } = await heard;
    assert.deepEqual([project.id, project.name, from, to], [id, 'app', at('app'), at('web')]);
    assert.equal(there.projects.get(id)?.folder?.path, at('web'));
    assert.equal((await here.projects.of(at('web')))?.id, id);
    assert.equal(await here.projects.of(at('app')), undefined);
    assert.deepEqual(here.followed, [[at('app'), at('web')]]);
    assert.deepEqual(there.followed, []);
  });

  it('stays where it is when it may not move there', async () => {
    const { projects, home, followed } = await openWindow();
    const { id } = must(await projects.ensure(made(at('app')), 'app'));
    const other = must(await projects.ensure(made(at('other')), 'The other'));
    const refusals = [
      [home, 'folder_is_home', home],
      [path.parse(home).root, 'folder_is_root', path.parse(home).root],
      [path.join(home, '.localix', 'workspace'), 'folder_in_default', path.join(home, '.localix', 'workspace')],
      [at('other'), 'folder_in_use', 'The other'],
      [at('gone'), 'workspace_folder_missing', at('gone')],
    ] as const;
    for (const [folder, code, detail] of refusals) assert.deepEqual(await projects.move(id, folder), { ok: false, code, detail });
    must(await projects.hide(other.id));
    assert.deepEqual(await projects.move(id, at('other')), { ok: false, code: 'folder_in_use', detail: 'The other' });
    assert.equal(projects.get(id)?.folder?.path, at('app'));
    assert.deepEqual(followed, []);
  });

  it('takes the folder that another window is taking, or is refused', async () => {
    const [here, there] = [await openWindow(), await openWindow()];
    const one = must(await here.projects.ensure(made(at('one')), 'one'));
    const two = must(await here.projects.ensure(made(at('two')), 'two'));
    made(at('new'));
    const results = await Promise.all([here.projects.move(one.id, at('new')), there.projects.move(two.id, at('new'))]);
    assert.deepEqual(results.map(({ ok }) => ok).sort(), [false, true]);
  });
});
