import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Heeds no wish to end, and writes its number. */
const stubborn = `
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => {});
  require('fs').writeFileSync(process.argv[1], String(process.pid));
  setInterval(() => {}, 1000);`;

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function numberIn(file: string): Promise<number> {
  while (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') === '') await sleep(20);
  return Number(fs.readFileSync(file, 'utf8'));
}

describe('The guard of a test server', () => {
  let root = '';
  let started: number[] = [];

  const stranger = async (env: NodeJS.ProcessEnv): Promise<number> => {
    const file = path.join(root, 'stranger');
    spawn(process.execPath, ['-e', stubborn, file], { detached: true, stdio: 'ignore', env });
    return numberIn(file);
  };

  beforeEach(() => (root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')))));
  afterEach(() => {
    for (const pid of started.filter(isRunning)) process.kill(pid, 'SIGKILL');
    started = [];
    fs.rmSync(root, { recursive: true, force: true });
  });

  it('ends what its program started also in other sessions, and nothing else', async () => {
    const folder = path.join(root, 'run');
    const temporary = path.join(folder, 'tmp');
    fs.mkdirSync(temporary, { recursive: true });
    const file = path.join(root, 'pid');
    const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}, ${JSON.stringify(file)}], { detached: true, stdio: 'ignore' }).unref(); setInterval(() => {}, 1000);`;
    const guard = spawn(process.execPath, ['test/harness/guard.mjs', folder, process.execPath, '-e', start], { detached: true, stdio: ['pipe', 'ignore', 'inherit'], env: { ...process.env, TMPDIR: temporary } });
    const pid = await numberIn(file);
    // Of another run whose folder's name begins the same.
    const other = await stranger({ ...process.env, TMPDIR: `${temporary}2` });
    started = [pid, other];
    guard.stdin?.end();
    await new Promise((resolve) => guard.once('exit', resolve));
    assert.deepEqual([isRunning(pid), isRunning(other), fs.existsSync(folder)], [false, true, false]);
  });
});
