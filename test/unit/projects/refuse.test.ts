import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { comparable } from '../../../src/platform/folders';
import { refuse } from '../../../src/projects/refuse';
import type { Project } from '../../../src/store/rows';
import { made, tempFolder } from './tempFolder';

describe('P3 Where a project can\'t move', () => {
  const at = tempFolder();
  const projectIn = async (folder: string): Promise<Project> => ({
    id: 'PRJ-7',
    name: 'Web',
    folder: { path: folder, comparable: await comparable(folder), identity: null },
    formerFolders: [], isHidden: true,
    createdAt: 0,
    updatedAt: 0,
  });
  const refusal = async (folder: string): Promise<unknown> => {
    const refused = await refuse(folder, [await projectIn(at('home', 'web'))], { home: at('home'), chats: at('home', '.localix', 'workspace') });
    return refused && [refused.code, refused.detail];
  };

  it('the home folder, also through a link', async () => {
    made(at('home'));
    fs.symlinkSync(at('home'), at('link'));
    assert.deepEqual(await refusal(at('home')), ['folder_is_home', at('home')]);
    assert.deepEqual(await refusal(`${at('link')}${path.sep}`), ['folder_is_home', `${at('link')}${path.sep}`]);
  });

  it('a disk\'s root', async () => {
    const { root } = path.parse(at());
    assert.deepEqual(await refusal(root), ['folder_is_root', root]);
  });

  it('the default project\'s folder and what is in it', async () => {
    for (const folder of [at('home', '.localix', 'workspace'), at('home', '.localix', 'workspace', 'LOCALIX-3', 'src')]) {
      assert.deepEqual(await refusal(folder), ['folder_in_default', folder]);
    }
  });

  it('the folder of another project, hidden or not, also through a link', async () => {
    made(at('home', 'web'));
    fs.symlinkSync(at('home', 'web'), at('link'));
    assert.deepEqual(await refusal(at('home', 'web')), ['folder_in_use', 'Web']);
    assert.deepEqual(await refusal(at('link')), ['folder_in_use', 'Web']);
  });

  it('and nowhere else: below the home, below a project, beside them with the same beginning', async () => {
    for (const folder of [at('home', 'app'), at('home', 'web', 'packages'), at('home', 'web-old'), at('home', '.localix'), at('home', '.localix', 'workspace-old')]) {
      assert.equal(await refusal(folder), undefined, folder);
    }
  });
});
