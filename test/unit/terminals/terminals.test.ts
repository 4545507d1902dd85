import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Emitter } from '../../../src/core/events';
import type { AgentTerminal } from '../../../src/terminals/agentTerminal';
import { LocalTerminalHost } from '../../../src/terminals/localTerminalHost';
import type { ProcessSpec } from '../../../src/terminals/terminalHost';
import type { ShownTerminal, TerminalLabel, TerminalSurface } from '../../../src/terminals/terminalSurface';
import { Terminals, type TerminalRequest } from '../../../src/terminals/terminals';

/** A screen without a window: keeps what is written, and is closed by hand. */
class Screen implements ShownTerminal {
  text = '';
  reveals = 0;
  private readonly closed = new Emitter<void>();
  readonly onDidClose = this.closed.event;

  constructor(readonly terminal?: AgentTerminal) {
    terminal?.onOutput((text) => (this.text += text));
  }

  reveal(): void {
    this.reveals++;
  }

  dispose(): void {
    this.closed.fire();
  }
}

class Screens implements TerminalSurface {
  readonly shown: Screen[] = [];
  readonly plain: ProcessSpec[] = [];

  show(_label: TerminalLabel, terminal: AgentTerminal): ShownTerminal {
    const screen = new Screen(terminal);
    this.shown.push(screen);
    terminal.open({ columns: 91, rows: 17 });
    return screen;
  }

  showPlain(_label: TerminalLabel, spec: ProcessSpec): ShownTerminal {
    this.plain.push(spec);
    return new Screen();
  }
}

const words = { ended: ({ code, signal }: { code: number; signal: number }) => `ended ${code}/${signal}`, failed: (detail: string) => `failed ${detail}` };

/** Resolves when `isTrue` is; the test's own time limit is the limit. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('X14 X16 Agents\' terminals', () => {
  let root = '';
  let screens = new Screens();
  let host = new LocalTerminalHost({ log: () => undefined });
  let terminals = new Terminals({ host, surface: screens, words });

  const request = (script: string, key = 'codex:1'): TerminalRequest => ({
    key,
    title: 'A session',
    agent: 'codex',
    spec: { file: '/bin/sh', args: ['-c', script], cwd: root, env: { PATH: '/usr/bin:/bin' } },
  });
  const screen = (index = 0): Screen => {
    const found = screens.shown[index];
    assert.ok(found);
    return found;
  };

  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')));
    screens = new Screens();
    host = new LocalTerminalHost({ log: () => undefined });
    terminals = new Terminals({ host, surface: screens, words });
  });
  afterEach(() => {
    terminals.dispose();
    host.dispose();
    fs.rmSync(root, { recursive: true });
  });

  it('run the process in its folder, on a terminal of the screen\'s size', async () => {
    assert.deepEqual(await terminals.open(request('pwd; stty size; tty; exec cat')), { ok: true, value: null });
    await until(() => /\/dev\//.test(screen().text));
    assert.match(screen().text, new RegExp(`^${root}\r\n17 91\r\n/dev/`));
  });

  it('have the given environment and no other', async () => {
    await terminals.open(request('env; exec cat'));
    await until(() => screen().text.includes('PATH='));
    assert.ok(!screen().text.includes('HOME='));
  });

  it('are one for a key: openings at the same time share a start, later ones reveal it', async () => {
    await Promise.all([1, 2, 3].map(() => terminals.open(request('echo "pid $$"; exec cat'))));
    await terminals.open(request('echo "pid $$"; exec cat'));
    assert.equal(screens.shown.length, 1);
    assert.equal(screen().reveals, 1);
    await terminals.open(request('exec cat', 'codex:2'));
    assert.equal(screens.shown.length, 2);
  });

  it('pass input on, and follow the screen\'s size', async () => {
    await terminals.open(request('trap "stty size" WINCH; echo ready; while true; do read line; echo "got $line"; done'));
    await until(() => screen().text.includes('ready'));
    screen().terminal?.input('hello\r');
    await until(() => screen().text.includes('got hello'));
    screen().terminal?.resize({ columns: 60, rows: 9 });
    await until(() => screen().text.includes('9 60'));
  });

  it('say how the process ended, and start it again on Enter or when opened again', async () => {
    const counting = request('echo x >> runs; echo "run $(wc -l < runs)"; exit 3');
    await terminals.open(counting);
    await until(() => screen().text.includes('ended 3/0'));
    screen().terminal?.input('x');
    screen().terminal?.input('\r');
    await until(() => screen().text.includes('run 2') && screen().text.split('ended').length === 3);
    await terminals.open(counting);
    await until(() => screen().text.includes('run 3'));
    assert.equal(screens.shown.length, 1);
  });

  it('end the process when the screen is closed, also one that does not want to', async () => {
    await terminals.open(request('trap "" HUP; echo "pid $$"; while true; do sleep 0.1; done'));
    await until(() => /pid \d+/.test(screen().text));
    const pid = Number(/pid (\d+)/.exec(screen().text)?.[1]);
    screen().dispose();
    await until(() => !isRunning(pid));
  });

  it('are no failure when closed before the process has started', async () => {
    const opening = terminals.open(request('exec cat'));
    await until(() => screens.shown.length > 0);
    screen().dispose();
    assert.deepEqual(await opening, { ok: true, value: null });
  });

  it('wait for a closed one to end before the same session starts again', async () => {
    await terminals.open(request('trap "sleep 0.5; echo end >> order; exit" HUP; echo start >> order; echo ready; while true; do sleep 0.05; done'));
    await until(() => screen().text.includes('ready'));
    screen().dispose();
    await terminals.open(request('echo start >> order; echo ready; exec cat'));
    await until(() => screen(1).text.includes('ready'));
    assert.equal(fs.readFileSync(path.join(root, 'order'), 'utf8'), 'start\nend\nstart\n');
  });

  it('name a folder that is gone, and show nothing', async () => {
    const { spec, ...rest } = request('true');
    const cwd = path.join(root, 'gone');
    assert.deepEqual(await terminals.open({ ...rest, spec: { ...spec, cwd } }), { ok: false, code: 'folder_missing', detail: cwd });
    assert.equal(screens.shown.length, 0);
  });

  it('are the window\'s own where node-pty does not load', async () => {
    const log: string[] = [];
    const without = new LocalTerminalHost({ log: (line) => log.push(line), load: () => Promise.reject(new Error('no such module')) });
    const { spec, ...rest } = request('true');
    assert.deepEqual(await new Terminals({ host: without, surface: screens, words }).open({ ...rest, spec }), { ok: true, value: null });
    assert.deepEqual(screens.plain, [spec]);
    assert.match(log.join(), /no such module/);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
