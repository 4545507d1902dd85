import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { findMoved } from '../../../src/projects/findMoved';
import { seeFolder } from '../../../src/projects/seeFolder';
import { made, tempFolder } from './tempFolder';

describe('P3 A folder that was moved is found again', () => {
  const at = tempFolder();
  const old = (): string => at('work', 'team', 'app');
  /** Makes the folder at its old path, has `move` happen, and looks for it. */
  const foundAfter = async (move: () => void): Promise<string | undefined> => {
    made(at('elsewhere'));
    const seen = await seeFolder(made(old()));
    assert.ok(seen.ok && seen.value !== null);
    move();
    return findMoved(old(), seen.value);
  };

  it('renamed', async () => {
    assert.equal(await foundAfter(() => fs.renameSync(old(), at('work', 'team', 'web'))), at('work', 'team', 'web'));
  });

  it('below a parent that was renamed', async () => {
    assert.equal(await foundAfter(() => fs.renameSync(at('work', 'team'), at('work', 'crew'))), at('work', 'crew', 'app'));
    assert.equal(await foundAfter(() => fs.renameSync(at('work'), at('job'))), at('job', 'team', 'app'));
  });

  it('moved up, beside a parent, or into a folder beside it', async () => {
    assert.equal(await foundAfter(() => fs.renameSync(old(), at('work', 'lifted'))), at('work', 'lifted'));
    fs.rmSync(at('work'), { recursive: true });
    assert.equal(await foundAfter(() => fs.renameSync(old(), at('top'))), at('top'));
    fs.rmSync(at('work'), { recursive: true });
    const archive = (): string => made(at('work', 'team', 'archive'));
    assert.equal(await foundAfter(() => fs.renameSync(old(), `${archive()}/app`)), at('work', 'team', 'archive', 'app'));
  });

  it('also when a different folder has its old name', async () => {
    const rename = (): void => {
      fs.renameSync(old(), at('work', 'team', 'web'));
      made(old());
    };
    assert.equal(await foundAfter(rename), at('work', 'team', 'web'));
  });

  it('not when it was deleted and others like it are there: of the same name, a copy, a link', async () => {
    const replace = (): void => {
      fs.cpSync(old(), at('work', 'team', 'copy'), { recursive: true, preserveTimestamps: true });
      fs.rmdirSync(old());
      made(old());
      made(at('work', 'app'));
      fs.symlinkSync(at('work', 'team', 'copy'), at('work', 'team', 'link'));
    };
    assert.equal(await foundAfter(replace), undefined);
  });

  it('as the folder itself, not as a link to it', async () => {
    const rename = (): void => {
      fs.renameSync(old(), at('work', 'team', 'web'));
      for (const name of ['aaa', 'zzz']) fs.symlinkSync(at('work', 'team', 'web'), at('work', 'team', name));
    };
    assert.equal(await foundAfter(rename), at('work', 'team', 'web'));
  });

  it('never in small print: one number that differs is another folder', async () => {
    const seen = await seeFolder(made(at('work', 'web')));
    assert.ok(seen.ok && seen.value !== null);
    const [disk = '', file = '', birth = ''] = seen.value.split(':');
    for (const other of [`9${disk}:${file}:${birth}`, `${disk}:${file}1:${birth}`, `${disk}:${file}:${BigInt(birth) + 1n}`]) {
      assert.equal(await findMoved(at('work', 'app'), other), undefined);
    }
    assert.equal(await findMoved(at('work', 'app'), seen.value), at('work', 'web'));
  });
});
