import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { ChatFolders } from '../../../src/projects/chatFolders';
import { tempFolder } from './tempFolder';

describe('X12 The folder of a chat in Default', () => {
  const at = tempFolder();

  it('is made when it is asked for, and stays with what is in it', async () => {
    const folders = new ChatFolders(at());
    assert.equal(fs.existsSync(folders.root), false);
    const folder = at('.localix', 'workspace', 'LOCALIX-3');
    assert.deepEqual(await folders.make('LOCALIX-3'), { ok: true, value: folder });
    fs.writeFileSync(`${folder}/notes.txt`, 'mine');
    await folders.make('LOCALIX-3');
    assert.deepEqual(fs.readdirSync(folder), ['notes.txt']);
  });

  it('is what is there: where it can\'t be made, it says why', async () => {
    const folders = new ChatFolders(at());
    fs.writeFileSync(at('.localix'), '');
    assert.deepEqual(await folders.make('LOCALIX-3'), { ok: false, code: 'workspace_folder_missing', detail: at('.localix', 'workspace', 'LOCALIX-3') });
    fs.rmSync(at('.localix'));
    fs.mkdirSync(folders.root, { recursive: true });
    fs.writeFileSync(`${folders.root}/LOCALIX-3`, '');
    assert.deepEqual(await folders.make('LOCALIX-3'), { ok: false, code: 'workspace_folder_not_a_directory', detail: `${folders.root}/LOCALIX-3` });
  });

  it('goes with the chat, and no other one does', async () => {
    const folders = new ChatFolders(at());
    for (const chat of ['LOCALIX-3', 'LOCALIX-33']) await folders.make(chat);
    fs.writeFileSync(`${folders.root}/LOCALIX-3/notes.txt`, 'mine');
    await folders.remove('LOCALIX-3');
    await folders.remove('LOCALIX-4');
    assert.deepEqual(fs.readdirSync(folders.root), ['LOCALIX-33']);
  });

  it('is never anything else: a name that leads elsewhere is a bug', async () => {
    const folders = new ChatFolders(at());
    await folders.make('LOCALIX-3');
    for (const name of ['', '.', '..', '../..', 'LOCALIX-3/../..', '/']) await assert.rejects(folders.remove(name));
    assert.ok(fs.existsSync(folders.root));
  });
});
