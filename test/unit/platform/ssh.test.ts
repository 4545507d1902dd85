import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { resumeOnHost } from '../../../src/agents/hostResume';
import type { Result } from '../../../src/core/result';
import { askHost, isDestination, scriptArguments } from '../../../src/platform/ssh';
import { StandInHost } from './standInHost';

describe('R9 A destination of ssh', () => {
  const good = ['devbox', 'dev@box', 'box.example.org', '10.0.0.1', 'a_b-c.d', '_user@h', 'u'.repeat(64) + '@' + 'h'.repeat(253)];
  const bad = [
    ...['', '-oProxyCommand=x', '@', 'a@', '@b', 'a@b@c', 'a b', 'a\tb', 'a\nb', 'ssh://a', 'a:22', 'a/b', 'a,b', 'a=b', 'a;b', '$(a)', '`a`', "a'b", 'a"b', 'a*', '~', 'ä', 'a\u0000'],
    ...['-u@h', 'u@-h', '.h', 'u@.h', 'u'.repeat(65) + '@h', 'h'.repeat(254), 'a\u202eb'],
  ];

  it('is an alias or user@host', () => {
    assert.deepEqual(good.filter((text) => !isDestination(text)), []);
  });

  it('is nothing else', () => {
    assert.deepEqual(bad.filter(isDestination), []);
  });

  it('is the last but one argument, after the options that are always the same', () => {
    assert.deepEqual(scriptArguments('dev@box'), [
      ...['-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=yes', '-o', 'RemoteCommand=none', '-o', 'PermitLocalCommand=no', '-o', 'RequestTTY=no'],
      ...['-o', 'ClearAllForwardings=yes', '-o', 'ForwardAgent=no', '-o', 'ForwardX11=no'],
      ...['-o', 'ControlMaster=no', '-o', 'ControlPath=none', '-o', 'ControlPersist=no', '-o', 'ConnectTimeout=8', '-o', 'ConnectionAttempts=1', '--', 'dev@box', 'python3 -I -'],
    ]);
  });
});

describe('R9 A host that is asked', () => {
  let host: StandInHost;
  const ask = (instead: string, options = {}): Promise<Result<unknown, string>> => {
    host = new StandInHost(instead);
    return askHost(host.host, 'print()', { op: 'list' }, options);
  };
  const codeOf = async (instead: string): Promise<string> => {
    const result = await ask(instead);
    return result.ok ? 'ok' : result.code;
  };
  afterEach(() => host.remove());

  it('gets the script and then one call with the request, on standard input', async () => {
    const result = await ask('cat > "$0.input"; echo "{}"');
    assert.deepEqual(result, { ok: true, value: {} });
    const [, script, call] = /^([^]*)\nmain\("(.*)"\)\n$/.exec(fs.readFileSync(`${host.ssh}.input`, 'utf8')) ?? [];
    assert.deepEqual([script, Buffer.from(call ?? '', 'base64').toString()], ['print()', '{"op":"list"}']);
    assert.deepEqual(host.argv(), [scriptArguments('dev@box')]);
  });

  it('may print other things before its answer, as start-up files do', async () => {
    assert.deepEqual(await ask('echo "Welcome! {"; echo; echo "[1]"'), { ok: true, value: [1] });
  });

  it('says by its status and its words what is wrong', async () => {
    const outcomes: Readonly<Record<string, string>> = {
      'exit 44': 'missing_file',
      'echo "sh: 1: python3: not found" >&2; exit 127': 'no_python',
      "echo \"'python3' is not recognized as an internal or external command\" >&2; exit 1": 'no_python',
      'echo "dev@box: Permission denied (publickey,password)." >&2; exit 255': 'login_refused',
      'echo "Host key verification failed." >&2; exit 255': 'unknown_host_key',
      'echo "ssh: Could not resolve hostname box: Name or service not known" >&2; exit 255': 'unreachable',
      'echo "ssh: connect to host box port 22: Connection refused" >&2; exit 255': 'unreachable',
      'echo "MemoryError" >&2; exit 1': 'host_error',
      'kill -9 $$': 'host_error',
      'echo "no JSON"': 'bad_answer',
      'true': 'bad_answer',
    };
    for (const [instead, code] of Object.entries(outcomes)) {
      assert.equal(await codeOf(instead), code, instead);
      host.remove();
    }
  });

  it('is quoted in at most 1,000 characters, on one line, without what steers a terminal', async () => {
    const result = await ask(`printf '\\033[31mred\\033[0m\\nnext\\n' >&2; head -c 5000 /dev/zero | tr '\\0' x >&2; exit 255`);
    assert.ok(!result.ok);
    assert.match(result.detail, /^\[31mred \[0m · next · x+$/);
    assert.equal(result.detail.length, 1000);
  });

  it('is given up when it says nothing for too long, and what was started ends', async () => {
    const result = await ask('sleep 600 & echo $! > "$0.pid"; wait', { silence: 200 });
    assert.equal(!result.ok && result.code, 'timed_out');
    await ended(Number(fs.readFileSync(`${host.ssh}.pid`, 'utf8')));
  });

  it('is left alone when that is wanted, and what was started ends', async () => {
    const stop = new AbortController();
    const asking = ask('sleep 600 & echo $! > "$0.tmp"; mv "$0.tmp" "$0.pid"; wait', { signal: stop.signal });
    while (!fs.existsSync(`${host.ssh}.pid`)) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    const result = await asking;
    assert.equal(!result.ok && result.code, 'cancelled');
    await ended(Number(fs.readFileSync(`${host.ssh}.pid`, 'utf8')));
    assert.deepEqual(await askHost(host.host, '', {}, { signal: stop.signal }), { ok: false, code: 'cancelled', detail: 'dev@box' });
  });

  it('is not asked at all under a name that is none, or without an ssh', async () => {
    host = new StandInHost('echo "{}"');
    assert.deepEqual(await askHost({ ...host.host, destination: '-oProxyCommand=touch x' }, '', {}), { ok: false, code: 'invalid_destination', detail: '-oProxyCommand=touch x' });
    assert.deepEqual(host.argv(), []);
    assert.deepEqual(await askHost({ ...host.host, ssh: path.join(host.root, 'none') }, '', {}), { ok: false, code: 'no_ssh', detail: 'dev@box' });
  });
});

describe('R9 A session that goes on on its host', () => {
  it('gets its folder and its arguments byte for byte through both shells', () => {
    const host = new StandInHost();
    const pieces = ["'", '"', '\\', '\n', '$(touch x)', '`touch x`', ' ', '-', '--', '$HOME', ';', '&&', '*', '!', '~', '#', 'ä', '\t', '%s', '\\n', '{a,b}'];
    let seed = 7;
    const pick = (): string => pieces[(seed = (seed * 1103515245 + 12345) & 0x7fffffff) % pieces.length] as string;
    const word = (): string => Array.from({ length: 1 + (seed % 4) }, pick).join('');
    try {
      // A login shell that prints where it was started, and what with.
      const program = path.join(host.root, 'agent');
      fs.writeFileSync(program, '#!/bin/sh\npwd -P\nfor each; do printf "%s\\0" "$each"; done\n', { mode: 0o755 });
      for (let round = 0; round < 60; round++) {
        const cwd = path.join(host.home, word());
        fs.mkdirSync(cwd, { recursive: true });
        const args = [word(), word(), ''];
        const [, ...argv] = resumeOnHost({ destination: 'dev@box', ssh: host.ssh }, { argv: [program, ...args], cwd }) ?? [];
        assert.deepEqual(argv.slice(0, -1), ['-t', '-o', 'RemoteCommand=none', '-o', 'PermitLocalCommand=no', '--', 'dev@box']);
        // Start-up files of the machine that this runs on must not print into it.
        const { stdout } = spawnSync(host.ssh, argv, { encoding: 'utf8', env: { PATH: process.env['PATH'], SHELL: '/bin/sh', ENV: '/dev/null' } });
        assert.equal(stdout, `${fs.realpathSync(cwd)}\n${args.map((argument) => `${argument}\0`).join('')}`);
      }
      assert.deepEqual(fs.readdirSync(host.root).sort(), ['agent', 'bin', 'calls', ...fs.readdirSync(host.root).filter((name) => name.startsWith('calls.')), 'there'].sort());
    } finally {
      host.remove();
    }
  });

  it('has no command where no absolute folder is recorded', () => {
    assert.equal(resumeOnHost({ destination: 'box', ssh: 'ssh' }, { argv: ['x'], cwd: null }), null);
    assert.equal(resumeOnHost({ destination: 'box', ssh: 'ssh' }, { argv: ['x'], cwd: '-x' }), null);
  });
});

/** Resolves when no process has this id, or a dead one that nobody has asked for. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    const stat = await fs.promises.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
    if (/\) Z/.test(stat)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
