import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { outputOf } from '../../../src/platform/runProgram';

const run = { cwd: os.tmpdir(), env: process.env, timeout: 10_000 };

describe('The output of a program', () => {
  it('is that of both streams, also when it fails', async () => {
    assert.equal(await outputOf('/bin/sh', ['-c', 'echo out; echo err >&2; exit 3'], run), 'out\nerr\n');
  });

  it('is null when there is no such program', async () => {
    assert.equal(await outputOf('/no/such/program', [], run), null);
  });

  it('is null when its time is up, and what it started ends with it', async () => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'));
    const file = path.join(root, 'pid');
    assert.equal(await outputOf('/bin/sh', ['-c', `sleep 60 & echo $! > ${file}; wait`], { ...run, timeout: 300 }), null);
    const pid = Number(fs.readFileSync(file, 'utf8'));
    await ended(pid);
    fs.rmSync(root, { recursive: true });
  });

  it('does not wait for what the program left running', async () => {
    const output = await outputOf('/bin/sh', ['-c', 'sleep 60 & echo $!'], run);
    const pid = Number(output);
    assert.ok(pid > 0);
    process.kill(pid);
  });
});

/** Resolves when no process has this id, or a dead one that nobody has asked for. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    const stat = await fs.promises.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
    if (/\) Z/.test(stat)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
