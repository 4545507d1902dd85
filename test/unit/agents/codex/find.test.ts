import * as assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { codex } from '../../../../src/agents/codex/codex';
import { Files } from '../../../../src/platform/files';
import { Home, idOf, Lines, removeHomes } from './home';

const one = idOf(1);
const two = idOf(2);
const three = idOf(3);
const prompt = (id: string): string[] => new Lines(0).meta(id).user('Hello').agent('Yes').lines;

describe('X6 Finding Codex threads', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  const reasons = async (): Promise<string[]> => {
    const { skipped } = await home.find();
    return skipped.map(({ path: file, reason }) => `${reason} ${path.relative(path.join(home.root, '.codex'), file)}`).sort();
  };

  it('is an empty finding where there is no history', async () => {
    assert.deepEqual(await home.find(), { sessions: [], skipped: [] });
  });

  it('opens no rollout', async () => {
    home.rollout(one, prompt(one));
    home.rollout(two, prompt(two), { folder: 'sessions/2025/01/02' });
    const { sessions } = await home.find();
    assert.deepEqual(sessions.map(({ id }) => id).sort(), [one, two]);
    assert.equal(home.files.stats.bytes, 0);
    assert.equal(home.files.stats.stats, 2);
  });

  it('looks in CODEX_HOME when it is set', async () => {
    home.rollout(one, prompt(one));
    const place = { home: '/nowhere', env: { CODEX_HOME: path.join(home.root, '.codex') } };
    const { sessions } = await codex.find(place, new Files());
    assert.deepEqual(sessions.map(({ id }) => id), [one]);
    assert.equal(codex.roots(place)[0]?.path, path.join(home.root, '.codex', 'sessions'));
  });

  it('makes one session of the segments of a thread, the newest first', async () => {
    const files = [
      home.rollout(one, prompt(one)),
      home.rollout(one, prompt(one), { segment: three, folder: 'sessions/2026/12/01' }),
      home.rollout(one, prompt(one), { segment: two }),
    ];
    const { sessions, skipped } = await home.find();
    assert.deepEqual(sessions.map((session) => session.files), [[files[1], files[2], files[0]]]);
    assert.deepEqual(skipped, []);
  });

  it('takes the plain file before its compressed twin, and what is not archived before its archived copy', async () => {
    const plain = home.rollout(one, prompt(one));
    home.write(`sessions/2026/11/30/${path.basename(plain)}.zst`, zstdCompressSync('{}'));
    const packed = home.write(`sessions/2026/11/30/rollout-2026-11-30T10-00-00-${two}.jsonl.zst`, zstdCompressSync(prompt(two).join('\n')));
    home.rollout(two, prompt(two), { folder: 'archived_sessions' });
    const archived = home.rollout(three, prompt(three), { folder: 'archived_sessions' });
    const { sessions } = await home.find();
    assert.deepEqual(sessions.map((session) => session.files).sort(), [[plain], [packed], [archived]].sort());
    assert.deepEqual(sessions.map(({ facts }) => facts['archived']).sort(), [false, false, true]);
    assert.deepEqual(await reasons(), [
      `duplicate archived_sessions/rollout-2026-11-30T10-00-00-${two}.jsonl`,
      `duplicate sessions/2026/11/30/${path.basename(plain)}.zst`,
    ]);
  });

  it('says what it leaves out, and why', async () => {
    home.rollout(one, prompt(one));
    home.write(`sessions/2026/11/30/rollout-2026-11-30T10-00-00-${two}.jsonl`, '');
    home.write('sessions/2026/11/30/notes.txt', 'mine');
    home.write('sessions/2026/11/30/.DS_Store', 'x');
    fs.mkdirSync(path.join(home.root, '.codex', `sessions/2026/11/30/rollout-2026-11-30T10-00-00-${three}.jsonl`));
    fs.mkdirSync(path.join(home.root, '.codex', `sessions/2026/rollout-2026-11-30T10-00-00-${three}.jsonl`));
    fs.symlinkSync('/nowhere', path.join(home.root, '.codex', `sessions/rollout-2026-11-30T10-00-00-${idOf(4)}.jsonl`));
    const { sessions } = await home.find();
    assert.deepEqual(sessions.map(({ id }) => id), [one]);
    assert.deepEqual(await reasons(), [
      `empty_file sessions/2026/11/30/rollout-2026-11-30T10-00-00-${two}.jsonl`,
      `is_directory sessions/2026/11/30/rollout-2026-11-30T10-00-00-${three}.jsonl`,
      `is_directory sessions/2026/rollout-2026-11-30T10-00-00-${three}.jsonl`,
      'name_is_no_session sessions/2026/11/30/notes.txt',
      `unreadable sessions/rollout-2026-11-30T10-00-00-${idOf(4)}.jsonl`,
    ]);
  });

  it('goes on past a file where the folder should be', async () => {
    home.write('sessions', 'not a folder');
    home.rollout(one, prompt(one), { folder: 'archived_sessions' });
    const { sessions } = await home.find();
    assert.deepEqual(sessions.map(({ id }) => id), [one]);
    assert.deepEqual(await reasons(), ['unreadable sessions']);
  });

  it('goes on past a folder it may not read', async function () {
    if (process.getuid?.() === 0) this.skip();
    home.rollout(one, prompt(one));
    home.rollout(two, prompt(two), { folder: 'sessions/2026/12/01' });
    fs.chmodSync(path.join(home.root, '.codex/sessions/2026/12/01'), 0);
    assert.deepEqual((await home.find()).sessions.map(({ id }) => id), [one]);
    assert.deepEqual(await reasons(), ['permission_denied sessions/2026/12/01']);
    fs.chmodSync(path.join(home.root, '.codex/sessions/2026/12/01'), 0o700);
  });

  it('gives a new signature when a file grew or the name changed, and else the same', async () => {
    const file = home.rollout(one, prompt(one));
    const signature = async (): Promise<string> => (await home.found(one)).signature;
    const first = await signature();
    assert.equal(await signature(), first);
    home.write('session_index.jsonl', `{"id":"${one}","thread_name":"Named"}\n`);
    const named = await signature();
    assert.notEqual(named, first);
    fs.appendFileSync(file, '{}\n');
    assert.notEqual(await signature(), named);
  });
});

describe('X4 Running Codex threads', () => {
  let home: Home;
  let holder: ChildProcess | undefined;

  before(function () {
    if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/flock')) this.skip();
  });

  beforeEach(function () {
    home = Home.temporary(this);
    home.rollout(one, prompt(one));
  });

  afterEach(async function () {
    const ended = holder && once(holder, 'exit');
    holder?.kill();
    holder = undefined;
    await ended;
    removeHomes(this);
  });

  /** A process with these arguments that holds the lock of thread `one`. */
  async function hold(argument: string): Promise<void> {
    const lock = home.write(`thread-writer-locks/${one}.lock`, '');
    const script = 'echo held; read line';
    holder = spawn('/usr/bin/flock', ['--exclusive', '--no-fork', lock, 'bash', '-c', script, 'codex', argument]);
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
  }

  it('are those whose lock a terminal holds', async () => {
    await hold('resume');
    assert.equal((await home.found(one)).running, true);
  });

  it('are not those that the shared background server keeps', async () => {
    await hold('app-server');
    assert.equal((await home.found(one)).running, false);
  });

  it('are not those with a lock left behind', async () => {
    home.write(`thread-writer-locks/${one}.lock`, '');
    home.write('thread-writer-locks/.coordination.lock', '');
    assert.equal((await home.found(one)).running, false);
  });

  it('are listed without a message', async () => {
    home.rollout(one, new Lines(0).meta(one).lines);
    assert.equal((await home.read(one, 'ends')).hidden, 'no_message');
    await hold('resume');
    assert.equal((await home.read(one, 'ends')).hidden, null);
  });
});
