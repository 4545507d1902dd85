import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { identityOf, seeFolder } from '../../../src/projects/seeFolder';
import { made, tempFolder } from './tempFolder';

describe('P3 What is wrong with a project\'s folder', () => {
  const at = tempFolder();

  it('it is missing', async () => {
    assert.deepEqual(await seeFolder(at('gone')), { ok: false, code: 'workspace_folder_missing', detail: at('gone') });
    fs.symlinkSync(at('gone'), at('link'));
    assert.deepEqual(await seeFolder(at('link')), { ok: false, code: 'workspace_folder_missing', detail: at('link') });
  });

  it('it is missing where a file took the place of its parent', async () => {
    fs.writeFileSync(at('parent'), '');
    assert.deepEqual(await seeFolder(at('parent', 'app')), { ok: false, code: 'workspace_folder_missing', detail: at('parent', 'app') });
  });

  it('it is a file', async () => {
    fs.writeFileSync(at('app'), '');
    assert.deepEqual(await seeFolder(at('app')), { ok: false, code: 'workspace_folder_not_a_directory', detail: at('app') });
  });

  it('it can\'t be reached: links that lead in a circle', async () => {
    fs.symlinkSync(at('b'), at('a'));
    fs.symlinkSync(at('a'), at('b'));
    assert.deepEqual(await seeFolder(at('a')), { ok: false, code: 'workspace_folder_unreadable', detail: at('a') });
  });

  it('it may not be read', async function () {
    // Nothing is forbidden to the superuser, who can be someone else for a moment.
    const isRoot = process.geteuid?.() === 0;
    if (process.platform === 'win32') return this.skip();
    fs.chmodSync(at(), 0o755);
    fs.chmodSync(made(at('app')), 0o000);
    if (isRoot) process.seteuid?.(65534);
    try {
      assert.deepEqual(await seeFolder(at('app')), { ok: false, code: 'workspace_folder_unreadable', detail: at('app') });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

describe('P3 Which folder it is', () => {
  const at = tempFolder();
  const identityAt = async (folder: string): Promise<string> => {
    const seen = await seeFolder(folder);
    assert.ok(seen.ok && seen.value !== null);
    return seen.value;
  };

  it('stays the same when it is renamed, filled or reached through a link', async () => {
    const before = await identityAt(made(at('app')));
    fs.writeFileSync(at('app', 'file'), 'text');
    fs.renameSync(at('app'), at('renamed'));
    fs.symlinkSync(at('renamed'), at('link'));
    assert.equal(await identityAt(at('renamed')), before);
    assert.equal(await identityAt(at('link')), before);
  });

  it('is another one when a folder of the same name is made anew, also with the same file number', async () => {
    // A file system that gives file numbers again does so at once; the others are asked as well.
    for (let round = 0; round < 20; round++) {
      const before = await identityAt(made(at('app')));
      fs.rmdirSync(at('app'));
      assert.notEqual(await identityAt(made(at('app'))), before);
      fs.rmdirSync(at('app'));
    }
  });

  it('is its disk, its file number and its creation time', async () => {
    const { dev, ino, birthtimeNs } = fs.statSync(made(at('app')), { bigint: true });
    assert.equal(await identityAt(at('app')), `${dev}:${ino}:${birthtimeNs}`);
  });

  it('is not known where the file system records no creation time or no file number', async () => {
    assert.equal(identityOf({ dev: 1n, ino: 2n, birthtimeNs: 0n }), null);
    assert.equal(identityOf({ dev: 1n, ino: 0n, birthtimeNs: 3n }), null);
    if (process.platform !== 'linux') return;
    assert.deepEqual(await seeFolder('/proc/self'), { ok: true, value: null });
  });
});
