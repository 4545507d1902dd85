import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Attached } from '../../../src/terminals/agentTerminal';
import type { TerminalHost, TerminalRequest } from '../../../src/terminals/terminalHost';
import { Terminals } from '../../../src/terminals/terminals';
import { isRunning, RealHost, until } from './realHost';
import { type Screen, Screens, words } from './screens';

const again = { specOf: ({ spec }: TerminalRequest) => Promise.resolve(spec) };

describe('P3 X14 X16 Agents\' terminals', () => {
  let real: RealHost;
  let screens: Screens;
  let terminals: Terminals;

  const request = (script: string, key?: string): TerminalRequest => real.request(script, key);
  const screen = (index = 0): Screen => {
    const found = screens.shown[index];
    assert.ok(found);
    return found;
  };

  /** A window without terminals of its own yet. */
  const openWindow = (): void => {
    screens = new Screens();
    terminals = new Terminals({ host: real.window(), surface: screens, words, again });
  };

  beforeEach(() => {
    real = new RealHost();
    openWindow();
  });
  afterEach(() => {
    terminals.dispose();
    return real.end();
  });

  it('run the process in its folder, on a terminal of the screen\'s size', async () => {
    assert.deepEqual(await terminals.open(request('pwd; stty size; tty; exec cat')), { ok: true, value: null });
    await until(() => /\/dev\//.test(screen().text));
    assert.match(screen().text, new RegExp(`^${real.root}\r\n17 91\r\n/dev/`));
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

  it('take a new title, once', async () => {
    await terminals.open(request('exec cat'));
    for (const title of ['A session', 'Renamed', 'Renamed']) terminals.retitle('codex:1', title);
    terminals.retitle('codex:2', 'Of no terminal');
    assert.deepEqual(screen().titles, ['Renamed']);
  });

  it('tell of each process that they come to show, until it has ended or is about to', async () => {
    const heard: Attached[] = [];
    const listen = (): void => void terminals.onDidAttach((attached) => heard.push(attached));
    listen();
    const begunAt = 1_700_000_000_000;
    await terminals.open({ ...request('echo $$ >> pids; read line'), begunAt });
    await until(() => screen().terminal?.isLive === true);
    screen().terminal?.input('\r');
    await until(() => screen().text.includes('ended'));
    screen().terminal?.input('\r');
    await until(() => heard.length === 2);
    screen().closeWithWindow();
    openWindow();
    listen();
    await terminals.restore();
    await until(() => heard.length === 3);
    assert.equal(heard[2]?.ended.aborted, false);
    screen().dispose();
    assert.deepEqual(heard.map(({ ended }) => ended.aborted), [true, false, true], 'of a process that goes on without the window it is not told');
    const pids = fs.readFileSync(path.join(real.root, 'pids'), 'utf8').split('\n').map(Number);
    assert.deepEqual(heard.map(({ pid }) => pid), [pids[0], pids[1], pids[1]]);
    const [first, again, restored] = heard.map(({ request: { begunAt: at } }) => at as number) as [number, number, number];
    assert.ok(first === begunAt && again > begunAt && restored === again, 'another start begins anew');
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
    assert.equal(fs.readFileSync(path.join(real.root, 'order'), 'utf8'), 'start\nend\nstart\n');
  });

  it('can be stopped: then the process is gone and the screen closed, also when it did not want to', async () => {
    const { key } = request('');
    await terminals.open(request('trap "" HUP; echo "pid $$"; while true; do sleep 0.1; done'));
    await until(() => /pid \d+/.test(screen().text));
    const pid = Number(/pid (\d+)/.exec(screen().text)?.[1]);
    let closed = 0;
    screen().onDidClose(() => closed++);
    assert.deepEqual(await terminals.stop(key), { ok: true, value: null });
    assert.deepEqual([isRunning(pid), closed, terminals.reveal(key)], [false, 1, false]);
    assert.deepEqual(await terminals.stop(key), { ok: true, value: null });
  });

  it('can be stopped that another window shows', async () => {
    const { key } = request('');
    await terminals.open(request('echo "pid $$"; exec cat'));
    await until(() => /pid \d+/.test(screen().text));
    const pid = Number(/pid (\d+)/.exec(screen().text)?.[1]);
    const other = new Terminals({ host: real.window(), surface: new Screens(), words, again });
    assert.deepEqual(await other.stop(key), { ok: true, value: null });
    assert.equal(isRunning(pid), false);
    await until(() => screen().text.includes('stopped'));
    other.dispose();
  });

  it('tell how they do', async () => {
    const heard: unknown[] = [];
    terminals.onDidHear(({ key, end }) => heard.push([key, end]));
    const { key } = request('');
    await terminals.open(request('exec cat'));
    screen().dispose();
    assert.deepEqual(heard, [[key, null], [key, 'stopped']]);
  });

  it('tell how they do when they end by themselves, start again, and are closed in another window', async () => {
    const heard: unknown[] = [];
    terminals.onDidHear(({ end }) => heard.push(end));
    await terminals.open(request('read line'));
    screen().terminal?.input('\r');
    await until(() => heard.length === 2);
    screen().terminal?.input('\r');
    await until(() => heard.length === 3);
    const [here] = [terminals];
    openWindow();
    await terminals.open(request('read line'));
    screen().dispose();
    await until(() => heard.length === 4);
    assert.deepEqual(heard, [null, 'exited', null, 'stopped']);
    here.dispose();
  });

  it('name a folder that is gone, and show nothing', async () => {
    const { spec, ...rest } = request('true');
    const cwd = path.join(real.root, 'gone');
    assert.deepEqual(await terminals.open({ ...rest, spec: { ...spec, cwd } }), { ok: false, code: 'folder_missing', detail: cwd });
    assert.equal(screens.shown.length, 0);
  });

  it('go on without the window; the next one on the same folders shows them behind, with the same screen', async () => {
    await terminals.open(request('echo "pid $$"; printf "\\033[32mgreen"; read line; echo " got $line"; exec cat'));
    await until(() => screen().text.includes('green'));
    screen().closeWithWindow();
    openWindow();
    await terminals.restore();
    await until(() => screen().text.includes('green'));
    assert.equal(screen().where, 'behind');
    assert.match(screen().text, /^\x1bcpid \d+\r\n\x1b\[32mgreen/);
    screen().terminal?.input('hello\r');
    await until(() => screen().text.includes('got hello'));
    await until(() => real.started().length === 1);
  });

  it('that ended without a window are shown as they ended, and start again on Enter', async () => {
    await terminals.open(request('echo x >> runs; echo "run $(wc -l < runs)"; read line; exit 4'));
    await until(() => screen().text.includes('run 1'));
    const other = await real.window().reattach('codex:1', { columns: 80, rows: 24 });
    assert.ok(other.ok);
    terminals.dispose();
    other.value.write('\r');
    other.value.detach();
    await until(() => real.started().length === 0);
    openWindow();
    await terminals.restore();
    await until(() => screen().text.includes('ended 4/0'));
    assert.match(screen().text, /run 1[^]*ended 4\/0/);
    assert.equal(fs.readFileSync(path.join(real.root, 'runs'), 'utf8'), 'x\n');
    screen().terminal?.input('\r');
    await until(() => screen().text.includes('run 2'));
  });

  it('that a person closed are not shown again', async () => {
    await terminals.open(request('exec cat'));
    screen().dispose();
    openWindow();
    await terminals.restore();
    assert.equal(screens.shown.length, 0);
  });

  it('say that the host was killed, and open again on Enter', async () => {
    await terminals.open(request('echo "pid $$"; exec cat'));
    await terminals.open(request('exec cat', 'codex:2'));
    await until(() => screen().text.includes('pid'));
    for (const pid of real.hosts()) process.kill(pid, 'SIGKILL');
    await until(() => screen().text.includes('lost') && screen(1).text.includes('lost'));
    screen().terminal?.input('\r');
    await until(() => screen().text.split('pid').length === 3);
  });

  it('are the window\'s own where node-pty does not load', async () => {
    const host = { isAvailable: () => Promise.resolve(false) } as unknown as TerminalHost;
    const { spec, ...rest } = request('true');
    assert.deepEqual(await new Terminals({ host, surface: screens, words, again }).open({ ...rest, spec }), { ok: true, value: null });
    assert.deepEqual(screens.plain, [spec]);
  });

  it('that work in a folder or below it are found, also when the folder is gone; ended ones are not', async () => {
    for (const folder of ['app/web', 'app-old']) fs.mkdirSync(path.join(real.root, folder), { recursive: true });
    const open = (key: string, folder: string, script = 'exec cat'): Promise<unknown> => {
      const { spec, ...rest } = request(script, key);
      return terminals.open({ ...rest, spec: { ...spec, cwd: path.join(real.root, folder) } });
    };
    await Promise.all([open('a', 'app'), open('b', 'app/web'), open('c', 'app-old'), open('d', 'app', 'exit')]);
    await until(() => screens.shown.some(({ terminal }) => terminal?.request.key === 'd' && !terminal.isLive));
    fs.renameSync(path.join(real.root, 'app'), path.join(real.root, 'moved'));
    assert.deepEqual((await terminals.within(path.join(real.root, 'app'))).map(({ key }) => key).sort(), ['a', 'b']);
  });

  it('follow a moved project: the process ends, and another goes on in the same place of the new folder', async () => {
    for (const folder of ['app/web', 'new/web']) fs.mkdirSync(path.join(real.root, folder), { recursive: true });
    const move = { from: path.join(real.root, 'app'), to: path.join(real.root, 'new') };
    const { spec, ...rest } = request('echo "pid $$ in $(pwd)"; exec cat');
    await terminals.open({ ...rest, spec: { ...spec, cwd: path.join(move.from, 'web') } });
    await until(() => screen().text.includes('/app/web'));
    const pid = Number(/pid (\d+)/.exec(screen().text)?.[1]);
    const [found] = await terminals.within(move.from);
    assert.ok(found);
    assert.deepEqual(await terminals.follow(move, found), { ok: true, value: null });
    await until(() => screen(1).text.includes('/new/web'));
    assert.equal(isRunning(pid), false);
    assert.deepEqual(await terminals.within(move.from), []);
  });

  it('stay where they are when that place is not in the new folder', async () => {
    fs.mkdirSync(path.join(real.root, 'app/web'), { recursive: true });
    const move = { from: path.join(real.root, 'app'), to: path.join(real.root, 'new') };
    const { spec, ...rest } = request('exec cat');
    await terminals.open({ ...rest, spec: { ...spec, cwd: path.join(move.from, 'web') } });
    const [found] = await terminals.within(move.from);
    assert.ok(found);
    assert.deepEqual(await terminals.follow(move, found), { ok: false, code: 'folder_missing', detail: path.join(move.to, 'web') });
    assert.equal((await terminals.within(move.from)).length, 1);
  });
});
