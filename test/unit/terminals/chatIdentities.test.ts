import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { programs } from '../../../src/agents/programs';
import { Chats } from '../../../src/chats/chats';
import type { ChatId } from '../../../src/core/ids';
import { Owned } from '../../../src/core/owned';
import { ok } from '../../../src/core/result';
import { DemoInstallations } from '../../../src/demo/demoAgents';
import { ExternalSessions } from '../../../src/external/externalSessions';
import { ChatIdentities } from '../../../src/terminals/chatIdentities';
import { Identities } from '../../../src/terminals/identities';
import type { TerminalRequest } from '../../../src/terminals/terminalHost';
import { Terminals } from '../../../src/terminals/terminals';
import { LocalOperations } from '../../../src/workers/operations';
import { ThreadedWatcher } from '../../../src/workers/watcher';
import { folderOf, must, StoreFolders } from '../store/storeFolder';
import { RealHost, until } from './realHost';
import { Screens, words } from './screens';

const begun = Date.UTC(2026, 10, 30, 12);

/** A window with all that finds out what its terminals have, on a real store, host and history. */
class Window {
  readonly own = new Owned();
  readonly screens = new Screens();
  readonly terminals: Terminals;
  readonly chats: Chats;

  constructor(real: RealHost, store: ReturnType<StoreFolders['open']>) {
    const { own, screens } = this;
    const log = (line: string): void => assert.fail(line);
    this.chats = own.add(new Chats({ store, now: () => begun, teardown: () => Promise.resolve(ok(null)), removeFolder: () => Promise.resolve(), log }));
    this.terminals = own.add(new Terminals({ host: real.window(), surface: screens, words, again: { specOf: ({ spec }) => Promise.resolve(spec) } }));
    const external = own.add(
      new ExternalSessions({
        agents: programs,
        installations: new DemoInstallations(programs),
        operations: new LocalOperations(),
        place: { home: real.root, env: {} },
        watcher: own.add(new ThreadedWatcher({ script: path.resolve('dist/watchWorker.js'), log })),
        indexFile: path.join(real.root, 'index.sqlite'),
        log,
      }),
    );
    const identities = own.add(new Identities({ external, isTaken: (key) => this.chats.ofNative(key) !== undefined, log }));
    own.add(new ChatIdentities({ ...this, identities, log }));
  }

  nativeOf(id: ChatId): string | null | undefined {
    return this.chats.chat(id)?.link?.nativeId;
  }
}

(process.platform === 'linux' ? describe : describe.skip)('X14 X15 The session that an agent begins in a chat\'s terminal', () => {
  const folders = new StoreFolders();
  let real: RealHost;
  let storeFolder = '';
  const windows: Window[] = [];
  const open = (): Window => {
    const window = new Window(real, folders.open(storeFolder));
    windows.push(window);
    return window;
  };
  beforeEach(() => {
    real = new RealHost();
    storeFolder = folders.make();
  });
  afterEach(async () => {
    for (const { own } of windows.splice(0)) own.dispose();
    await real.end();
    await folders.endAll();
  });

  async function chatIn({ chats }: Window): Promise<ChatId> {
    await chats.start();
    const { id } = must(await folders.open(storeFolder).write('ensureProject', { folder: folderOf(real.root), name: 'app', now: begun }));
    return must(await chats.begin(id, 'codex')).id;
  }

  /** As Codex does: locks the thread when it starts, and records it with the first prompt. */
  function codex(key: ChatId, thread: string): TerminalRequest {
    const rollout = path.join(real.root, `.codex/sessions/2026/11/30/rollout-2026-11-30T12-00-00-${thread}.jsonl`);
    const lock = path.join(real.root, `.codex/thread-writer-locks/${thread}.lock`);
    for (const file of [rollout, lock]) fs.mkdirSync(path.dirname(file), { recursive: true });
    const time = new Date(begun).toISOString();
    const line = (type: string, payload: object): string => JSON.stringify({ timestamp: time, type, payload });
    const meta = line('session_meta', { id: thread, timestamp: time, cwd: real.root, cli_version: '0.171.0', source: 'cli' });
    const prompt = line('event_msg', { type: 'user_message', message: 'Say hello' });
    const script = `exec 9> '${lock}'; echo ready; read prompt; printf '%s\\n' '${meta}' '${prompt}' > '${rollout}'; echo recorded; read more`;
    return { ...real.request(script, key), begunAt: begun - 1000 };
  }
  const thread = (number: number): string => `01a22d06-7bb1-7e61-8f58-00000000000${number}`;

  it('is saved once it is recorded, with two in one folder, in all windows, and moves no time of the chat', async () => {
    const [here, there] = [open(), open()];
    const chats = [await chatIn(here), await chatIn(here)] as const;
    await there.chats.start();
    for (const [at, id] of chats.entries()) await here.terminals.open(codex(id, thread(at)));
    await until(() => here.screens.shown.every(({ text }) => text.includes('ready')));
    const before = chats.map((id) => here.chats.chat(id));
    assert.deepEqual(chats.map((id) => here.nativeOf(id)), [null, null]);
    for (const { terminal } of here.screens.shown.toReversed()) terminal?.input('Say hello\r');
    await until(() => chats.every((id) => there.nativeOf(id) !== null));
    assert.deepEqual(chats.map((id) => there.nativeOf(id)), [thread(0), thread(1)]);
    const times = [...before, ...chats.map((id) => there.chats.chat(id))].map((chat) => [chat?.createdAt, chat?.activeAt]);
    assert.deepEqual(times, times.map(() => [begun, begun]));
  });

  it('is found by a window that comes when the one before has gone', async () => {
    const first = open();
    const id = await chatIn(first);
    await first.terminals.open(codex(id, thread(1)));
    await until(() => first.screens.shown[0]?.text.includes('ready') === true);
    first.own.dispose();
    const next = open();
    await next.terminals.restore();
    await until(() => next.screens.shown[0]?.terminal?.isLive === true);
    next.screens.shown[0]?.terminal?.input('Say hello\r');
    await until(() => next.nativeOf(id) === thread(1));
  });

  it('is found when its terminal is closed at once', async () => {
    const window = open();
    const id = await chatIn(window);
    await window.terminals.open(codex(id, thread(2)));
    const [screen] = window.screens.shown;
    await until(() => screen?.text.includes('ready') === true);
    screen?.terminal?.input('Say hello\r');
    await until(() => screen?.text.includes('recorded') === true);
    screen?.dispose();
    await until(() => window.nativeOf(id) === thread(2));
  });
});
