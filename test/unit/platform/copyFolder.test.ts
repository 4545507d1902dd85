import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { copyOver, copyWhereNone } from '../../../src/platform/copyFolder';
import { temporaryFor } from '../../../src/platform/temporaryName';
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

describe('A folder is copied over another', () => {
  const at = tempFolder();
  const size = 4 << 20;

  it('each file whole and at once, and what is there alone stays', async () => {
    const [from, to] = [made(at('from', 'deep')), made(at('to', 'deep'))];
    fs.writeFileSync(`${from}/a`, 'b'.repeat(size));
    fs.utimesSync(`${from}/a`, 1_000, 2_000);
    fs.writeFileSync(`${to}/a`, 'a'.repeat(size));
    fs.writeFileSync(`${to}/old`, 'old');
    let isDone = false;
    const copying = copyOver(at('from'), at('to')).finally(() => (isDone = true));
    const seen = new Set<string>();
    while (!isDone) {
      const text = await fs.promises.readFile(`${to}/a`, 'latin1');
      seen.add(`${text.length} of ${text[0]}`);
    }
    await copying;
    assert.deepEqual([...seen].filter((each) => ![`${size} of a`, `${size} of b`].includes(each)), []);
    assert.equal(fs.readFileSync(`${to}/a`, 'latin1'), 'b'.repeat(size));
    assert.equal(fs.statSync(`${to}/a`).mtimeMs, 2_000_000);
    assert.deepEqual(fs.readdirSync(to), ['a', 'old']);
  });

  it('with what a link leads to, which may go', async () => {
    fs.mkdirSync(at('from'));
    fs.writeFileSync(at('file'), 'text');
    fs.symlinkSync(at('file'), at('from', 'link'));
    await copyOver(at('from'), at('to'));
    fs.rmSync(at('file'));
    assert.equal(fs.readFileSync(at('to', 'link'), 'utf8'), 'text');
  });

  it('without what a killed copy left', async () => {
    fs.mkdirSync(at('from'));
    fs.mkdirSync(at('to'));
    // No process has the largest number.
    const left = temporaryFor(at('to', 'file')).replace(`-${String(process.pid)}-`, '-4194305-');
    fs.writeFileSync(left, 'half');
    await copyOver(at('from'), at('to'));
    assert.deepEqual(fs.readdirSync(at('to')), []);
  });

  it('not where it is gone', async () => {
    fs.writeFileSync(at('to'), 'kept');
    await copyOver(at('gone'), at('to'));
    assert.equal(fs.readFileSync(at('to'), 'utf8'), 'kept');
  });
});
