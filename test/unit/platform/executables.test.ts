import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { executableAt, findExecutable, joinPaths } from '../../../src/platform/executables';

describe('X18 Finding a program', () => {
  let root = '';
  const folder = (name: string): string => path.join(root, name);
  const add = (file: string, mode = 0o755): string => {
    fs.mkdirSync(path.dirname(folder(file)), { recursive: true });
    fs.writeFileSync(folder(file), '#!/bin/sh\n', { mode });
    return folder(file);
  };

  beforeEach(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'))));
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('takes the first folder that has it', async () => {
    add('b/codex');
    const first = add('a/codex');
    assert.equal((await findExecutable('codex', joinPaths(folder('none'), folder('a'), folder('b'))))?.path, first);
  });

  it('passes over files that cannot be run, and folders of that name', async () => {
    add('a/codex', 0o644);
    fs.mkdirSync(folder('b/codex'), { recursive: true });
    const program = add('c/codex');
    assert.equal((await findExecutable('codex', joinPaths(folder('a'), folder('b'), folder('c'))))?.path, program);
  });

  it('never looks into a relative folder, which would be the open project', async () => {
    add('bin/codex');
    const relative = path.relative(process.cwd(), folder('bin'));
    assert.ok(fs.existsSync(path.join(relative, 'codex')));
    assert.equal(await findExecutable('codex', ['', relative].join(path.delimiter)), undefined);
  });

  it('follows a link, and changes its stamp when the program behind it is replaced', async () => {
    const program = add('versions/1/codex');
    fs.symlinkSync(program, folder('codex'));
    const before = await executableAt(folder('codex'));
    assert.equal(before?.path, folder('codex'));
    fs.writeFileSync(program, '#!/bin/sh\necho newer\n', { mode: 0o755 });
    assert.notEqual((await executableAt(folder('codex')))?.stamp, before?.stamp);
  });

  it('keeps each folder of a joined path once, in order', () => {
    assert.equal(joinPaths('/a:/b'.replaceAll(':', path.delimiter), null, `/b${path.delimiter}/c`, ''), ['/a', '/b', '/c'].join(path.delimiter));
  });
});
