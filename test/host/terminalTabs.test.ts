import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extensions, TabInputTerminal, ThemeIcon, window, type Terminal } from 'vscode';
import manifest from '../../package.json';
import { placeIn } from '../../src/terminals/host/place';
import { HostedTerminalHost } from '../../src/terminals/hostedTerminalHost';
import { HostLauncher } from '../../src/terminals/hostLauncher';
import type { TerminalHost, TerminalRequest } from '../../src/terminals/terminalHost';
import { Terminals } from '../../src/terminals/terminals';
import { TerminalTabs } from '../../src/workbench/terminalTabs';

const words = { ended: () => 'ended', failed: ({ detail }: { detail: string }) => detail };

const again = { specOf: ({ spec }: TerminalRequest) => Promise.resolve(spec) };

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
  const script = path.join(extensions.getExtension(`${manifest.publisher}.${manifest.name}`)?.extensionPath ?? '', 'dist/terminalHost.js');
  const terminalOf = (key: string): Promise<Terminal> => until(() => window.terminals.find(({ name }) => name === `Session ${key}`));
  const pidOf = (key: string): Promise<number> => until(() => fs.existsSync(`${root}/${key}.pid`) && Number(fs.readFileSync(`${root}/${key}.pid`, 'utf8').trim() || undefined));
  const isRunning = (pid: number): boolean => fs.existsSync(`/proc/${pid}`);

  before(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'))));
  after(() => fs.rmSync(root, { recursive: true }));

  it('show with title and icon, start at the size they have, and end with their process', async () => {
    const launcher = new HostLauncher({ place: placeIn(path.join(root, 'host')), script, version: '1.0.0', env: process.env, idleSeconds: 1 });
    const host = new HostedTerminalHost({ launcher, workspace: 'app', answered: () => Promise.resolve(), log: console.error });
    const terminals = new Terminals({ host, surface: new TerminalTabs(), words, again });
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
    const host = { isAvailable: () => Promise.resolve(false) } as unknown as TerminalHost;
    const terminals = new Terminals({ host, surface: new TerminalTabs(), words, again });
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
