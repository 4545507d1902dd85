import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { takeLock } from '../../../src/platform/fileLock';

describe('A lock between processes', () => {
  let folder: string;
  let lock: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-lock-'));
    lock = path.join(folder, 'lock');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const pass = (): void => fs.utimesSync(lock, 0, 0);

  it('is had by one at a time, and leaves nothing', async () => {
    const first = await takeLock(lock, 0);
    assert.equal(first.isHeld(), true);
    await assert.rejects(takeLock(lock, 50), { code: 'ELOCKED' });
    first.release();
    assert.equal(first.isHeld(), false);
    assert.deepEqual(fs.readdirSync(folder), []);
    (await takeLock(lock, 0)).release();
  });

  it('goes to one that waits', async () => {
    const first = await takeLock(lock, 0);
    const second = takeLock(lock, 10_000);
    first.release();
    (await second).release();
  });

  it('is taken over from a process that was killed, some time later', async () => {
    const child = spawn(process.execPath, ['-e', `require('proper-lockfile').lockSync('${lock}', { lockfilePath: '${lock}', realpath: false }); console.log('held'); setInterval(() => {}, 1000)`], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    await assert.rejects(takeLock(lock, 0), { code: 'ELOCKED' });
    const taken = await takeLock(lock, 10_000);
    assert.equal(taken.isHeld(), true);
    taken.release();
  });

  it('is no longer held by one that stood still, who leaves the other\'s alone', async () => {
    const first = await takeLock(lock, 0);
    pass();
    const second = await takeLock(lock, 0);
    assert.deepEqual([first.isHeld(), second.isHeld()], [false, true]);
    first.release();
    assert.equal(second.isHeld(), true);
    second.release();
  });

  it('is refused at once where none can be made', async () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    await assert.rejects(takeLock(path.join(folder, 'file', 'lock'), 60_000), { code: 'ENOTDIR' });
  });
});
