import * as assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Files } from '../../../src/platform/files';
import { lockHolders, processArguments } from '../../../src/platform/locks';

describe('Locks of other processes', function () {
  let folder: string;
  let holder: ChildProcess | undefined;

  before(function () {
    if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/flock')) this.skip();
  });

  beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'locks-'))));

  afterEach(async () => {
    const ended = holder && once(holder, 'exit');
    holder?.kill();
    holder = undefined;
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('are known by the inode of the file, with the process that holds them', async () => {
    const file = path.join(folder, 'a.lock');
    fs.writeFileSync(file, '');
    const { ino } = fs.statSync(file);
    assert.equal((await lockHolders(new Files())).has(ino), false);
    holder = spawn('/usr/bin/flock', ['--exclusive', '--no-fork', file, 'sh', '-c', 'echo held; read line']);
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
    const pid = (await lockHolders(new Files())).get(ino);
    assert.equal(pid, holder.pid);
    assert.deepEqual(await processArguments(new Files(), pid ?? 0), ['sh', '-c', 'echo held; read line']);
  });

  it('of a process that is gone have no arguments', async () => {
    assert.deepEqual(await processArguments(new Files(), 2 ** 22 + 1), []);
  });
});
