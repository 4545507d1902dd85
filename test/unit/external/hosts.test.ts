import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { DemoInstallations } from '../../../src/demo/demoAgents';
import { ExternalSessions } from '../../../src/external/externalSessions';
import { HostList } from '../../../src/external/hostList';
import type { HostSessions } from '../../../src/external/hostSessions';
import { SearchPath } from '../../../src/platform/shellPath';
import { parseKey, parseSessionKey, sessionKey } from '../../../src/shared/agentId';
import { HostResume } from '../../../src/terminals/hostResume';
import type { TerminalRequest } from '../../../src/terminals/terminalHost';
import { LocalOperations } from '../../../src/workers/operations';
import { StandInHost } from '../platform/standInHost';

const id = '00000000-0000-4000-8000-000000000001';
const name = `.claude/projects/-srv-app/${id}.jsonl`;
const key = `ssh://dev@box/claude-code:${id}` as const;
const record = (text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `u-${text}`, parentUuid: null, sessionId: id, cwd: '/srv/app', timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: text } })}\n`;

describe('R9 The key of a session on a host', () => {
  it('names it nowhere else', () => {
    assert.equal(sessionKey('claude-code', id, 'dev@box'), key);
    assert.deepEqual(parseKey(key), { agent: 'claude-code', id, host: 'dev@box' });
    assert.equal(parseSessionKey(key), undefined);
    assert.deepEqual(parseKey(`claude-code:${id}`), { agent: 'claude-code', id, host: undefined });
    assert.deepEqual(parseKey('gemini:ssh://x/codex:1'), { agent: 'gemini', id: 'ssh://x/codex:1', host: undefined });
    for (const other of ['ssh://codex:1', 'ssh:///codex:1', 'ssh://box/codex:', 'ssh://box/ssh://box/codex:1', 'ssh://box']) assert.equal(parseKey(other), undefined);
  });
});

describe('R9 The hosts of a window', () => {
  let there: StandInHost;
  let here: ExternalSessions;
  let hosts: HostList;
  const logged: string[] = [];

  beforeEach(() => {
    there = new StandInHost();
    logged.length = 0;
    const operations = new LocalOperations();
    const place = { home: path.join(there.root, 'here'), env: {} };
    const watcher = { watch: () => undefined, dispose: () => undefined };
    here = new ExternalSessions({ agents, operations, place, installations: new DemoInstallations(agents), watcher, indexFile: path.join(there.root, 'index.sqlite'), log: assert.fail });
    hosts = new HostList({ agents, operations, here, ssh: there.ssh, script: path.resolve('media/remoteHistory.py'), folder: there.mirrors, log: (line) => logged.push(line) });
    hosts.set(['dev@box']);
  });
  afterEach(() => {
    hosts.dispose();
    here.dispose();
    there.remove();
  });

  const box = (): HostSessions => hosts.list[0] as HostSessions;
  const titles = (isAsked = false): string[] => box().listing(isAsked).sessions.map((session) => `${session.key} ${session.record.title}`);
  /** Resolves when `holds` does, which is asked whenever something changed. */
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const listening = hosts.onDidChange(look);
      function look(): void {
        if (!holds()) return;
        listening.dispose();
        resolve();
      }
      look();
    });

  it('are asked when somebody looks, and not before', async () => {
    there.write(name, record('Hello'));
    hosts.set(['dev@box', 'other']);
    assert.deepEqual(there.argv(), []);
    await until(() => titles(true).length > 0);
    assert.deepEqual(titles(), [`${key} Hello`]);
    assert.deepEqual([...new Set(there.argv().map((argv) => argv.at(-2)))], ['dev@box']);
    const calls = there.argv().length;
    assert.equal(titles(true).length, 1);
    assert.equal(there.argv().length, calls);
  });

  it('keep what they told for the next window, which asks again', async () => {
    there.write(name, record('Hello'));
    await box().refresh();
    hosts.set([]);
    assert.deepEqual(hosts.list, []);
    there.answerWith('echo "ssh: connect to host box: Connection refused" >&2; exit 255');
    hosts.set(['dev@box']);
    await until(() => titles(true).length > 0 && box().state.failure !== null && !box().state.isAsking);
    assert.deepEqual([titles(), box().state.failure?.code], [[`${key} Hello`], 'unreachable']);
    assert.deepEqual(logged, ['dev@box: unreachable ssh: connect to host box: Connection refused']);
    there.answerWith(undefined);
    there.write(name, record('Hello') + record('Again'));
    await box().refresh();
    assert.equal(box().state.failure, null);
  });

  it('say that they are asked, and can be left alone', async () => {
    there.answerWith('echo > "$0.asked"; sleep 600');
    const asking = box().refresh();
    assert.equal(box().state.isAsking, true);
    while (!fs.existsSync(`${there.ssh}.asked`)) await new Promise((resolve) => setTimeout(resolve, 5));
    await box().stop();
    await asking;
    assert.deepEqual([box().state.isAsking, box().state.failure?.code], [false, 'cancelled']);
  });

  it('have transcripts and histories under their keys, and none for another machine', async () => {
    there.write(name, record('Hello'));
    await box().refresh();
    const sessions = hosts.sessionsOf(key);
    const head = await sessions.head(key, null, []);
    assert.ok(head.ok, JSON.stringify(head));
    assert.deepEqual([head.value.key, head.value.folder, head.value.total], [key, 'dev@box:/srv/app', 1]);
    const history = await sessions.history(key, null);
    assert.ok(history.ok);
    assert.deepEqual([history.value.key, history.value.path, history.value.status], [key, path.join(there.home, name), 'ok']);
    // The same id on this machine is another session, and is not there.
    const local = await hosts.sessionsOf(`claude-code:${id}`).head(`claude-code:${id}`, null, []);
    assert.equal(!local.ok && local.code, 'session_missing');
    const unnamed = await hosts.sessionsOf(`ssh://gone/claude-code:${id}`).head(`ssh://gone/claude-code:${id}`, null, []);
    assert.equal(!unnamed.ok && unnamed.code, 'session_missing');
  });

  it('tell of sessions that grew', async () => {
    const file = there.write(name, record('Hello'));
    await box().refresh();
    const told: string[] = [];
    hosts.onDidChangeTranscript((changed) => told.push(changed));
    fs.appendFileSync(file, record('More'));
    await box().refresh();
    assert.deepEqual(told, [key]);
  });

  it('go on with a session in a terminal here, and start nothing in a folder that is not trusted', async () => {
    there.write(name, record('Hello'));
    await box().refresh();
    const opened: TerminalRequest[] = [];
    let isTrusted = true;
    const env = { PATH: `${path.dirname(there.ssh)}:/usr/bin`, VSCODE_PID: '1', CLAUDECODE: '1' };
    const resume = new HostResume({
      ...{ agents, hosts, home: '/home/dev', env, titleOf: ({ record: { title } }) => title, isTrusted: () => isTrusted },
      searchPath: new SearchPath({ shell: undefined, home: there.root, env }),
      terminals: { open: (request) => Promise.resolve(opened.push(request)).then(() => ({ ok: true, value: null })) },
    });
    assert.deepEqual(await resume.open(key), { ok: true, value: null });
    const [request] = opened;
    assert.deepEqual([request?.key, request?.title, request?.agent], [key, 'Hello', 'claude-code']);
    assert.deepEqual([request?.spec.file, request?.spec.cwd, request?.spec.env['VSCODE_PID'], request?.spec.env['CLAUDECODE']], [there.ssh, '/home/dev', undefined, undefined]);
    assert.deepEqual(request?.spec.args, ['-t', '-o', 'RemoteCommand=none', '-o', 'PermitLocalCommand=no', '--', 'dev@box', `exec "$SHELL" -lic 'cd /srv/app && exec claude --resume ${id}'`]);
    const missing = await resume.open(`ssh://dev@box/claude-code:${id.replace('1', '2')}`);
    assert.equal(!missing.ok && missing.code, 'session_missing');
    isTrusted = false;
    const refused = await resume.open(key);
    assert.equal(!refused.ok && refused.code, 'workspace_untrusted');
    assert.equal(opened.length, 1);
  });
});
