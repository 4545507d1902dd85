import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { StandInHost } from '../platform/standInHost';

const cli = path.resolve('dist/cli.js');

describe('R9 localix --host', () => {
  let host: StandInHost;
  const id = '00000000-0000-4000-8000-000000000001';
  const name = `.claude/projects/-srv-app/${id}.jsonl`;
  const record = (text: string): string =>
    `${JSON.stringify({ type: 'user', uuid: `u-${text}`, parentUuid: null, sessionId: id, cwd: '/srv/app', timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: text } })}\n`;

  function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    // Nothing of the person's own machine is read: this is the home, and the cache.
    const env = { ...process.env, PATH: `${path.dirname(host.ssh)}:${process.env['PATH'] ?? ''}`, HOME: host.root, XDG_CACHE_HOME: path.join(host.root, 'cache') };
    return spawnSync(process.execPath, [cli, ...args, '--host', 'box'], { encoding: 'utf8', env });
  }

  beforeEach(() => {
    host = new StandInHost();
  });
  afterEach(() => host.remove());

  it('lists the sessions there, with the command that goes on with one from here', () => {
    host.write(name, record('Hello'));
    const { status, stdout, stderr } = run('list', '--json');
    assert.deepEqual([status, stderr], [0, '']);
    const [row] = JSON.parse(stdout) as { key: string; title: string; folder: string; resume: unknown }[];
    assert.deepEqual([row?.key, row?.title, row?.folder], [`claude-code:${id}`, 'Hello', '/srv/app']);
    const command = ['ssh', '-t', '-o', 'RemoteCommand=none', '-o', 'PermitLocalCommand=no', '--', 'box', `exec "$SHELL" -lic 'cd /srv/app && exec claude --resume ${id}'`];
    assert.deepEqual(row?.resume, { command, cwd: null });
    assert.deepEqual(JSON.parse(run('list', '--json', '--folder', '/srv/other').stdout), []);
    assert.match(run('list', '--folder', '/srv').stdout, /Hello/);
  });

  it('reads and exports a session as it is there now', () => {
    host.write(name, record('Hello'));
    assert.match(run('transcript', `claude-code:${id}`).stdout, /Hello/);
    fs.appendFileSync(path.join(host.home, name), record('Again'));
    assert.match(run('transcript', `claude-code:${id}`).stdout, /Again/);
    const raw = run('export', `claude-code:${id}`, '--format', 'raw');
    assert.deepEqual([raw.status, raw.stdout, raw.stderr], [0, record('Hello') + record('Again'), '']);
    const atif = run('export', `claude-code:${id}`, '--format', 'atif');
    assert.equal((JSON.parse(atif.stdout) as { session_id: string }).session_id, id);
  });

  it('says by its status what is missing', () => {
    assert.equal(run('list').stdout, '');
    const missing = run('transcript', `claude-code:${id}`);
    assert.deepEqual([missing.status, missing.stdout, missing.stderr], [3, '', `localix: no such session: claude-code:${id}\n`]);
    host.answerWith('echo "ssh: connect to host box port 22: Connection refused" >&2; exit 255');
    for (const args of [['list'], ['transcript', `claude-code:${id}`], ['export', `claude-code:${id}`, '--format', 'raw']]) {
      assert.deepEqual([run(...args).status, run(...args).stderr], [5, 'localix: the host can\'t be reached: ssh: connect to host box port 22: Connection refused\n']);
    }
  });
});
