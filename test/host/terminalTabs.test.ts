import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TabInputTerminal, ThemeIcon, window, type Terminal } from 'vscode';
import { LocalTerminalHost } from '../../src/terminals/localTerminalHost';
import { Terminals, type TerminalRequest } from '../../src/terminals/terminals';
import { TerminalTabs } from '../../src/workbench/terminalTabs';

const words = { ended: () => 'ended', failed: (detail: string) => detail };

/** Polls; mocha's time limit ends it. */
async function until<T>(get: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = get();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('X14 X16 Terminals as tabs of the editor area', () => {
  let root = '';
  const request = (key: string): TerminalRequest => ({
    key,
    title: `Session ${key}`,
    agent: 'codex',
    spec: { file: '/bin/sh', args: ['-c', `stty size > ${root}/${key}.size; env > ${root}/${key}.env; echo $$ > ${root}/${key}.pid; exec cat`], cwd: root, env: { ONLY: 'this', PATH: '/usr/bin:/bin' } },
  });
  const terminalOf = (key: string): Promise<Terminal> => until(() => window.terminals.find(({ name }) => name === `Session ${key}`));
  const pidOf = (key: string): Promise<number> => until(() => fs.existsSync(`${root}/${key}.pid`) && Number(fs.readFileSync(`${root}/${key}.pid`, 'utf8').trim() || undefined));
  const isRunning = (pid: number): boolean => fs.existsSync(`/proc/${pid}`);

  before(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'))));
  after(() => fs.rmSync(root, { recursive: true }));

  it('show with title and icon, start at the size they have, and end with their process', async () => {
    const terminals = new Terminals({ host: new LocalTerminalHost({ log: console.error }), surface: new TerminalTabs(), words });
    assert.deepEqual(await terminals.open(request('one')), { ok: true, value: null });
    const terminal = await terminalOf('one');
    assert.deepEqual((terminal.creationOptions as { iconPath?: unknown }).iconPath, new ThemeIcon('book'));
    await until(() => window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputTerminal)));
    const pid = await pidOf('one');
    const size = fs.readFileSync(`${root}/one.size`, 'utf8').trim();
    assert.notEqual(size, '24 80', 'a size that no terminal here has: it was not waited for');
    assert.match(size, /^[1-9]\d* [1-9]\d*$/);
    terminal.dispose();
    await until(() => !isRunning(pid));
  });

  it('are started by the window itself where node-pty does not load', async () => {
    const host = new LocalTerminalHost({ log: () => undefined, load: () => Promise.reject(new Error('none')) });
    const terminals = new Terminals({ host, surface: new TerminalTabs(), words });
    assert.deepEqual(await terminals.open(request('two')), { ok: true, value: null });
    const terminal = await terminalOf('two');
    const pid = await pidOf('two');
    const env = fs.readFileSync(`${root}/two.env`, 'utf8');
    assert.match(env, /^ONLY=this$/m);
    assert.doesNotMatch(env, /^(HOME|LOCALIX_TEST_LOG)=/m);
    terminal.dispose();
    await until(() => !isRunning(pid));
  });
});
