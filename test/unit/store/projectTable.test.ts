import assert from 'node:assert/strict';
import type { FolderIdentity } from '../../../src/store/rows';
import type { Store } from '../../../src/store/store';
import { folderOf, must, refusal, StoreFolders } from './storeFolder';

describe('P1 projects in the store', () => {
  const folders = new StoreFolders();
  let store: Store;
  beforeEach(() => (store = folders.open(folders.make())));
  afterEach(() => folders.endAll());
  const app = folderOf('/home/dev/app');
  const identity: FolderIdentity = '2049:18446744073709551615:1790000000123456789';
  const ensure = async (folder: typeof app | null, now = 1): Promise<string> => must(await store.write('ensureProject', { folder, name: 'app', now })).id;

  it('a folder has one, and Default is the one without', async () => {
    assert.deepEqual([await ensure(app), await ensure(null), await ensure(app, 2), await ensure(null, 2)], ['PRJ-1', 'PRJ-2', 'PRJ-1', 'PRJ-2']);
    assert.deepEqual(must(await store.read('project', { id: 'PRJ-1' })), {
      ...{ id: 'PRJ-1', name: 'app', folder: app, formerFolders: [], isHidden: false, createdAt: 1, updatedAt: 1 },
    });
    assert.equal(must(await store.read('project', { id: 'PRJ-9' })), undefined);
  });

  it('is found by the comparable form of its folder', async () => {
    await ensure(app);
    assert.equal(await ensure({ ...app, path: '/home/dev/App' }), 'PRJ-1');
  });

  it('is hidden, keeps its row, and is shown again when its folder is opened; Default can only be renamed', async () => {
    await ensure(app);
    await ensure(null);
    must(await store.write('hideProject', { id: 'PRJ-1', now: 2 }));
    assert.deepEqual(must(await store.read('projects', undefined)).map(({ id, isHidden, updatedAt }) => [id, isHidden, updatedAt]), [['PRJ-1', true, 2], ['PRJ-2', false, 1]]);
    assert.deepEqual([await ensure(app, 3), must(await store.read('project', { id: 'PRJ-1' }))?.isHidden], ['PRJ-1', false]);
    assert.deepEqual(refusal(await store.write('hideProject', { id: 'PRJ-2', now: 4 })), ['project_is_default', 'PRJ-2']);
    must(await store.write('renameProject', { id: 'PRJ-2', name: 'Loose ends', now: 4 }));
    assert.equal(must(await store.read('project', { id: 'PRJ-2' }))?.name, 'Loose ends');
    assert.deepEqual(refusal(await store.write('renameProject', { id: 'PRJ-9', name: '', now: 4 })), ['project_missing', 'PRJ-9']);
    assert.deepEqual(refusal(await store.write('hideProject', { id: 'PRJ-9', now: 4 })), ['project_missing', 'PRJ-9']);
  });

  it('remembers which folder it is', async () => {
    await ensure(app);
    const known = async (): Promise<unknown> => must(await store.read('project', { id: 'PRJ-1' }))?.folder?.identity;
    must(await store.write('seeFolder', { id: 'PRJ-1', path: app.path, identity }));
    assert.equal(await known(), identity);
    await ensure({ ...app, identity: 'another' });
    assert.equal(await known(), 'another');
    must(await store.write('seeFolder', { id: 'PRJ-1', path: '/home/dev/where-it-was', identity }));
    assert.equal(await known(), 'another');
    assert.deepEqual(refusal(await store.write('seeFolder', { id: 'PRJ-9', path: app.path, identity })), ['project_missing', 'PRJ-9']);
  });

  it('moves to a folder that is no other project\'s', async () => {
    await ensure(app);
    await ensure(folderOf('/home/dev/lib'));
    await ensure(null);
    const moved = { ...folderOf('/home/dev/app2'), identity };
    must(await store.write('setProjectFolder', { id: 'PRJ-1', folder: moved, now: 9 }));
    assert.deepEqual(must(await store.read('project', { id: 'PRJ-1' }))?.folder, moved);
    assert.deepEqual(refusal(await store.write('setProjectFolder', { id: 'PRJ-1', folder: folderOf('/home/dev/lib'), now: 9 })), ['folder_taken', 'PRJ-2']);
    assert.deepEqual(refusal(await store.write('setProjectFolder', { id: 'PRJ-3', folder: app, now: 9 })), ['project_is_default', 'PRJ-3']);
    assert.deepEqual(refusal(await store.write('setProjectFolder', { id: 'PRJ-9', folder: app, now: 9 })), ['project_missing', 'PRJ-9']);
    assert.equal(await ensure(app), 'PRJ-4');
  });

  it('remembers the folders it has left, and forgets one that it is back in', async () => {
    await ensure(app);
    const move = async (path: string): Promise<readonly string[]> => {
      must(await store.write('setProjectFolder', { id: 'PRJ-1', folder: folderOf(path), now: 9 }));
      return must(await store.read('projects', undefined)).flatMap(({ formerFolders }) => formerFolders.map((former) => former.path));
    };
    assert.deepEqual(await move('/home/dev/b'), ['/home/dev/app']);
    assert.deepEqual(await move('/home/dev/c'), ['/home/dev/app', '/home/dev/b']);
    assert.deepEqual(await move('/home/dev/c'), ['/home/dev/app', '/home/dev/b']);
    assert.deepEqual(await move('/home/dev/app'), ['/home/dev/b', '/home/dev/c']);
  });
});
