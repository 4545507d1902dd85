import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { copyWhereNone } from '../../../src/platform/copyFolder';
import { made, tempFolder } from '../projects/tempFolder';

describe('A folder is copied where there is none', () => {
  const at = tempFolder();
  const write = (folder: string, text: string): string => {
    fs.writeFileSync(`${made(folder)}/MEMORY.md`, text);
    return folder;
  };

  it('with what is in it, the times too; what was copied stays', async () => {
    write(at('from', 'deep'), 'note');
    fs.utimesSync(at('from', 'deep', 'MEMORY.md'), 1_000, 2_000);
    assert.equal(await copyWhereNone(at('from'), at('new', 'to')), true);
    assert.equal(fs.readFileSync(at('new', 'to', 'deep', 'MEMORY.md'), 'utf8'), 'note');
    assert.equal(fs.statSync(at('new', 'to', 'deep', 'MEMORY.md')).mtimeMs, 2_000_000);
    assert.equal(fs.readFileSync(at('from', 'deep', 'MEMORY.md'), 'utf8'), 'note');
    assert.deepEqual(fs.readdirSync(at('new')), ['to']);
  });

  it('also onto an empty one', async () => {
    made(at('to'));
    assert.equal(await copyWhereNone(write(at('from'), 'note'), at('to')), true);
    assert.equal(fs.readFileSync(at('to', 'MEMORY.md'), 'utf8'), 'note');
  });

  it('never over another', async () => {
    assert.equal(await copyWhereNone(write(at('from'), 'old'), write(at('to'), 'new')), false);
    assert.equal(fs.readFileSync(at('to', 'MEMORY.md'), 'utf8'), 'new');
  });

  it('not when there is nothing to copy', async () => {
    assert.equal(await copyWhereNone(at('gone'), at('to')), false);
    assert.equal(await copyWhereNone(made(at('empty')), at('to')), false);
    assert.equal(fs.existsSync(at('to')), false);
  });

  it('whole or not at all', async () => {
    write(at('from'), 'note');
    // A pipe can't be copied.
    fs.mkdirSync(at('other'));
    execFileSync('mkfifo', [at('from', 'pipe')]);
    await assert.rejects(copyWhereNone(at('from'), at('other', 'to')));
    assert.deepEqual(fs.readdirSync(at('other')), []);
  });
});
