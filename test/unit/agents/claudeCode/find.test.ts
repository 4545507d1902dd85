import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Finding, Place } from '../../../../src/agents/agent';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files } from '../../../../src/platform/files';
import { Conversation, Home, sessionId } from './home';

describe('X6 finding Claude Code sessions', () => {
  let home: Home;
  let files: Files;
  beforeEach(() => {
    home = new Home();
    files = new Files();
  });
  afterEach(() => home.dispose());

  const find = (place: Place = home.place): Promise<Finding> => claudeCode.find(place, files);

  function hello(id: string, words = 'Hello'): Conversation {
    const talk = new Conversation(id);
    talk.prompt(words);
    return talk;
  }

  it('finds nothing where there is no history', async () => {
    assert.deepEqual(await find(), { sessions: [], skipped: [] });
  });

  it('opens no transcript and looks at each file once', async () => {
    for (const number of [1, 2, 3]) home.writeSession(sessionId(number), hello(sessionId(number)).lines);
    home.write(`${sessionId(1)}/subagents/agent-a1.jsonl`, hello('a1').lines);
    const { sessions } = await find();
    assert.deepEqual(sessions.map((session) => session.id), [sessionId(1), `${sessionId(1)}.agent-a1`, sessionId(2), sessionId(3)]);
    assert.deepEqual([files.stats.opens, files.stats.stats], [0, 4]);
  });

  it('says of each file that is no session why', async () => {
    home.write('notes.jsonl', ['{}']);
    home.write(`${sessionId(1)}.jsonl`, []);
    home.write(`${sessionId(2)}/subagents/other.jsonl`, ['{}']);
    fs.mkdirSync(home.file('projects', '-home-dev-app', `${sessionId(3)}.jsonl`));
    fs.symlinkSync('/nowhere', home.file('projects', '-home-dev-app', `${sessionId(4)}.jsonl`));
    home.write('sessions-index.json', ['{}']);
    home.write('memory/MEMORY.md', ['notes']);
    fs.writeFileSync(home.file('projects', '.DS_Store'), '');
    const { sessions, skipped } = await find();
    assert.deepEqual(sessions, []);
    assert.deepEqual(skipped.map(({ path: file, reason }) => [path.basename(file), reason]), [
      [`${sessionId(1)}.jsonl`, 'empty_file'],
      ['other.jsonl', 'name_is_no_session'],
      [`${sessionId(3)}.jsonl`, 'is_directory'],
      [`${sessionId(4)}.jsonl`, 'unreadable'],
      ['notes.jsonl', 'name_is_no_session'],
    ]);
    assert.equal(skipped.find(({ id }) => id === sessionId(4))?.detail, 'a link to /nowhere, where nothing is');
  });

  it('says that a file is where the history should be', async () => {
    fs.mkdirSync(path.dirname(home.file('projects')), { recursive: true });
    fs.writeFileSync(home.file('projects'), '');
    assert.deepEqual((await find()).skipped.map(({ path: file, reason }) => [file, reason]), [[home.file('projects'), 'unreadable']]);
  });

  it('takes of two files with one id that with more content', async () => {
    const moved = home.writeSession(sessionId(1), hello(sessionId(1), 'Longer than the other').lines, '-a');
    const rest = home.writeSession(sessionId(1), hello(sessionId(1)).lines, '-b');
    const { sessions, skipped } = await find();
    assert.deepEqual(sessions.map((session) => session.files), [[moved]]);
    assert.deepEqual(skipped, [{ path: rest, id: sessionId(1), reason: 'duplicate', detail: moved }]);
  });

  it('changes the signature with the transcript and with the name beside it', async () => {
    const file = home.writeSession(sessionId(1), hello(sessionId(1)).lines);
    const signature = async (): Promise<string | undefined> => (await find()).sessions[0]?.signature;
    const first = await signature();
    assert.equal(await signature(), first);
    home.write(`${sessionId(1)}/custom-title.json`, ['{"customTitle":"A"}']);
    const named = await signature();
    assert.notEqual(named, first);
    home.write(`${sessionId(1)}/custom-title.json`, ['{"customTitle":"B"}']);
    assert.notEqual(await signature(), named);
    const renamed = await signature();
    fs.appendFileSync(file, '{"type":"mode"}\n');
    assert.notEqual(await signature(), renamed);
  });

  it('looks where CLAUDE_CONFIG_DIR says', async () => {
    const elsewhere = path.join(home.root, 'moved');
    fs.mkdirSync(path.join(elsewhere, 'projects', '-x'), { recursive: true });
    fs.writeFileSync(path.join(elsewhere, 'projects', '-x', `${sessionId(1)}.jsonl`), '{}\n');
    const place = { home: home.root, env: { CLAUDE_CONFIG_DIR: elsewhere } };
    assert.deepEqual((await find(place)).sessions.map((session) => session.id), [sessionId(1)]);
    assert.deepEqual(claudeCode.roots(place).map((root) => root.path), [path.join(elsewhere, 'projects'), path.join(elsewhere, 'sessions')]);
    assert.equal(claudeCode.roots(home.place)[0]?.path, home.file('projects'));
  });

  it('follows a link to a project folder', async () => {
    home.writeSession(sessionId(1), hello(sessionId(1)).lines, '../kept');
    fs.mkdirSync(home.file('projects'), { recursive: true });
    fs.symlinkSync(home.file('kept'), home.file('projects', '-linked'));
    assert.deepEqual((await find()).sessions.map((session) => session.id), [sessionId(1)]);
  });

  describe('X14 a running session', () => {
    let running: ChildProcess;
    before(() => (running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })));
    after(() => running.kill());

    beforeEach(() => {
      for (const number of [1, 2, 3]) home.writeSession(sessionId(number), hello(sessionId(number)).lines);
      fs.mkdirSync(home.file('sessions'));
    });

    const startOf = (pid: number): string => (fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ')[19] as string;
    const put = (name: string, json: object | string): void => fs.writeFileSync(home.file('sessions', name), typeof json === 'string' ? json : JSON.stringify(json));
    const runningIds = async (): Promise<string[]> => (await find()).sessions.filter((session) => session.running).map((session) => session.id);

    it('is one whose process lives and began when its file says', async function () {
      if (process.platform !== 'linux') this.skip();
      const pid = running.pid as number;
      put(`${pid}.json`, { pid, sessionId: sessionId(1), procStart: startOf(pid), status: 'idle' });
      put(`${pid}0.json`, { pid, sessionId: sessionId(2), procStart: '1' });
      put('2147483646.json', { pid: 2147483646, sessionId: sessionId(3), procStart: startOf(pid) });
      assert.deepEqual(await runningIds(), [sessionId(1)]);
    });

    it('is not told by a damaged file, and a key stays unread', async () => {
      put('1.json', '{"pid":');
      put('2.json', '[]');
      put('3.json', { pid: 'x', sessionId: sessionId(1) });
      put('4.json', { pid: -1, sessionId: sessionId(1) });
      put('5.json', { sessionId: sessionId(1) });
      put('6.a1b2.key', 'secret');
      assert.deepEqual(await runningIds(), []);
      assert.equal(files.stats.opens, 5);
    });
  });
});

describe('X14 starting Claude Code', () => {
  it('uses its own resume and fork, in the recorded folder', () => {
    const session = { id: sessionId(1), folder: '/home/dev/app' };
    assert.deepEqual(claudeCode.resume(session, {}), { argv: ['claude', '--resume', sessionId(1)], cwd: '/home/dev/app' });
    assert.deepEqual(claudeCode.fork?.({ ...session, presetId: null }, {}), { argv: ['claude', '--resume', sessionId(1), '--fork-session'], cwd: '/home/dev/app' });
  });

  it('gives what it begins the wanted id', () => {
    const presetId = sessionId(2);
    const fork = { id: sessionId(1), folder: '/home/dev/app', presetId };
    assert.deepEqual(claudeCode.launch({ folder: '/home/dev/web', presetId }, {}), { argv: ['claude', '--session-id', presetId], cwd: '/home/dev/web' });
    assert.deepEqual(claudeCode.fork?.(fork, {}), { argv: ['claude', '--resume', sessionId(1), '--fork-session', '--session-id', presetId], cwd: '/home/dev/app' });
  });

  it('drops what a parent Claude Code leaves behind, and keeps what a person sets', () => {
    const unwanted = Object.keys(claudeCode.unwantedEnv);
    for (const name of ['CLAUDECODE', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_PID']) assert.ok(unwanted.includes(name));
    for (const name of ['CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL', 'HOME']) assert.ok(!unwanted.includes(name));
  });
});
