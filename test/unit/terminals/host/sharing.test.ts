import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Terminal } from '@xterm/headless';
import type { TerminalExit, TerminalProcess } from '../../../../src/terminals/terminalHost';
import { isRunning, RealHost, until } from '../realHost';
import { RawWindow } from './rawWindow';

const size = { columns: 80, rows: 24 };

/** A terminal as a person would see it. */
class Shown {
  private readonly terminal = new Terminal({ cols: size.columns, rows: size.rows, scrollback: 1000, allowProposedApi: true });
  text = '';
  exit: TerminalExit | undefined;

  constructor(readonly process: TerminalProcess) {
    process.onData((data) => {
      this.text += data;
      this.terminal.write(data);
    });
    process.onExit((exit) => (this.exit = exit));
  }

  async lines(): Promise<string[]> {
    await new Promise<void>((resolve) => this.terminal.write('', resolve));
    const { active } = this.terminal.buffer;
    return Array.from({ length: active.length }, (_, index) => active.getLine(index)?.translateToString(true) ?? '');
  }
}

describe('X20 Windows that share terminals', () => {
  let real: RealHost;
  beforeEach(() => (real = new RealHost()));
  afterEach(() => real.end());

  const attach = async (script: string, key?: string, window = real.window()): Promise<Shown> => {
    const attached = await window.attach(real.request(script, key), size);
    assert.ok(attached.ok, JSON.stringify(attached));
    return new Shown(attached.value);
  };

  it('start one host and one process for a key, however many ask at once', async () => {
    const windows = Array.from({ length: 10 }, () => real.window());
    const all = await Promise.all(windows.flatMap((window) => Array.from({ length: 5 }, () => attach('echo x >> runs; exec cat', undefined, window))));
    assert.equal(all.length, 50);
    assert.equal(new Set(all.map(({ process }) => process.pid)).size, 1);
    const runs = path.join(real.root, 'runs');
    await until(() => fs.existsSync(runs) && real.started().length === 1 && real.hosts().length === 1);
    assert.equal(fs.readFileSync(runs, 'utf8'), 'x\n');
  });

  it('start one process when two windows ask at the same moment, fifty times', async () => {
    const windows = [real.window(), real.window()];
    for (let round = 0; round < 50; round++) {
      const [one, other] = await Promise.all(windows.map((window) => attach(`echo ${round} >> rounds; echo ready; exec cat`, `codex:${round}`, window)));
      assert.equal(one?.process.pid, other?.process.pid);
      await until(() => one?.text.includes('ready') === true);
      one?.process.end();
      other?.process.detach();
    }
    await until(() => real.started().length === 0);
    assert.deepEqual(fs.readFileSync(path.join(real.root, 'rounds'), 'utf8').trim().split('\n'), Array.from({ length: 50 }, (_, round) => String(round)));
  });

  it('see the same, also one that comes while much is written: nothing is lost, nothing comes twice', async () => {
    const script = 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); echo "line $i"; done; echo end; exec cat';
    const first = await attach(script);
    await until(() => first.text.includes('line 2000'));
    const second = await attach(script);
    const third = await attach(script);
    await until(() => [first, second, third].every(({ text }) => text.includes('end')));
    const expected = Array.from({ length: 1000 + size.rows - 2 }, (_, index) => `line ${30000 - 1000 - size.rows + 3 + index}`);
    for (const shown of [first, second, third]) assert.deepEqual((await shown.lines()).slice(0, -2), expected);
  });

  it('get all that a process wrote before it ended, also what it wrote last and faster than they read', async () => {
    const shown = await attach('head -c 3000000 /dev/zero | tr "\\0" x; echo; echo the end');
    await until(() => shown.exit !== undefined);
    assert.deepEqual(shown.exit, { code: 0, signal: 0, stopped: false });
    assert.equal(shown.text.length, 3000000 + '\r\nthe end\r\n'.length);
  });

  it('are told that a person closed it in one of them', async () => {
    const one = await attach('exec cat');
    const other = await attach('exec cat');
    one.process.end();
    await until(() => other.exit !== undefined);
    assert.deepEqual(other.exit, { code: 0, signal: 1, stopped: true });
  });

  it('end what the process left running on its terminal, but not what left it', async () => {
    const shown = await attach('(trap "" HUP; exec setsid sleep 987) & set -m; (trap "" HUP; exec sleep 986) & echo started; exec cat');
    const commands = (): string => real.started().map((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')).sort().join(' ');
    // Each has become what it is to be, and with it left the terminal or not.
    await until(() => shown.text.includes('started') && commands() === 'cat\0 sleep\x00986\0 sleep\x00987\0');
    shown.process.end();
    await until(() => real.started().length === 1);
    const [left] = real.started();
    assert.match(fs.readFileSync(`/proc/${left}/cmdline`, 'utf8'), /987/);
    process.kill(left ?? 0, 'SIGKILL');
  });

  it('that do not read leave neither the process waiting nor the host growing, and see the screen when they read again', async () => {
    const watching = await attach('while true; do head -c 100000 /dev/zero | tr "\\0" x; echo "round $((i=i+1))"; done');
    const stuck = await RawWindow.greeted(real.place);
    stuck.send({ type: 'reattach', id: 1, key: 'codex:1', size });
    await until(() => stuck.of('screen').length > 0);
    stuck.pause();
    const rounds = (): number => Number(/.*round (\d+)/s.exec(watching.text.slice(-300_000))?.[1] ?? 0);
    const before = rounds();
    await until(() => rounds() > before + 60);
    const [host] = real.hosts();
    const resident = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${host}/status`, 'utf8'))?.[1]) / 1024;
    assert.ok(resident < 250, `${resident} MiB`);
    stuck.resume();
    stuck.send({ type: 'read', key: 'codex:1', count: 1 << 30 });
    await until(() => stuck.of('screen').length > 1);
    stuck.close();
  });

  it('replace an idle host of another version, and share a busy one', async () => {
    const old = real.window(real.launcher({ version: '1.0.0' }));
    const running = await old.attach(real.request('exec cat'), size);
    assert.ok(running.ok);
    const [first] = real.hosts();
    const newer = real.window(real.launcher({ version: '1.1.0' }));
    const shared = await newer.attach(real.request('exec cat'), size);
    assert.ok(shared.ok && shared.value.pid === running.value.pid);
    shared.value.detach();
    running.value.end();
    await until(() => !isRunning(running.value.pid));
    const again = await newer.attach(real.request('exec cat'), size);
    assert.ok(again.ok);
    await until(() => real.hosts().length === 1);
    assert.notDeepEqual(real.hosts(), [first]);
  });

  it('say that a host can\'t be started, and do not try without end', async () => {
    const script = path.join(real.root, 'broken.js');
    fs.writeFileSync(script, `require('fs').appendFileSync(${JSON.stringify(path.join(real.root, 'tries'))}, 'x'); throw new Error('broken on purpose')`);
    const window = real.window(real.launcher({ script }));
    for (let tries = 0; tries < 9; tries++) {
      const result = await window.attach(real.request('exec cat'), size);
      assert.equal(!result.ok && result.code, 'host_failed');
    }
    assert.equal(fs.readFileSync(path.join(real.root, 'tries'), 'utf8').length, 6);
  });

  it('know where node-pty does not load', async () => {
    const script = path.join(real.root, 'terminalHost.js');
    fs.copyFileSync('dist/terminalHost.js', script);
    const window = real.window(real.launcher({ script }));
    assert.equal(await window.isAvailable(), false);
    assert.match(real.log.join(), /node-pty/);
  });

  it('leave a host that ends by itself when nothing needs it', async () => {
    const window = real.window(real.launcher({ idleSeconds: 1 }));
    const attached = await window.attach(real.request('exec cat'), size);
    assert.ok(attached.ok);
    attached.value.end();
    await until(() => real.hosts().length === 0);
    assert.deepEqual(fs.readdirSync(real.place.folder).sort(), ['lock', 'log']);
  });
});
