import assert from 'node:assert/strict';
import * as path from 'node:path';
import { placeNow } from '../../../src/projects/placeNow';
import { must, windows } from './services';
import { made, tempFolder } from './tempFolder';

describe('P3 A folder that was recorded before its project moved', () => {
  const at = tempFolder();
  const openWindow = windows(at);

  it('is in the same place of the project\'s new folder, after every move and in every window', async () => {
    const here = await openWindow();
    const { id } = must(await here.projects.ensure(made(at('app')), 'app'));
    const now = ({ projects }: typeof here, folder: string): string | undefined => placeNow(projects.get(id) ?? assert.fail(), folder);
    assert.equal(now(here, at('app')), undefined);
    must(await here.projects.move(id, made(at('web'))));
    must(await here.projects.move(id, made(at('elsewhere', 'site'))));
    const there = await openWindow();
    for (const window of [here, there]) {
      assert.equal(now(window, at('app')), at('elsewhere', 'site'));
      assert.equal(now(window, at('app', 'packages', 'ui')), at('elsewhere', 'site', 'packages', 'ui'));
      assert.equal(now(window, `${at('web')}${path.sep}`), at('elsewhere', 'site'));
      for (const other of [at('app-old'), at('elsewhere'), at('elsewhere', 'site', 'docs'), 'app']) assert.equal(now(window, other), undefined, other);
    }
  });

  it('is known by the inner one of two folders that the project has left', async () => {
    const { projects } = await openWindow();
    const { id } = must(await projects.ensure(made(at('all')), 'all'));
    for (const folder of [made(at('all', 'app')), made(at('out'))]) must(await projects.move(id, folder));
    const project = projects.get(id) ?? assert.fail();
    assert.equal(placeNow(project, at('all', 'app', 'src')), at('out', 'src'));
    assert.equal(placeNow(project, at('all', 'lib')), at('out', 'lib'));
  });
});
