import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const helper = path.resolve('media/codexHelper.sh');

interface Run {
  readonly aliases?: string;
  /** Whether the installed version has the option. */
  readonly knows?: boolean;
  readonly terminal?: string;
}

for (const shell of ['bash', 'zsh']) {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0;

  (isThere ? describe : describe.skip)(`R10 The Codex helper in ${shell}${isThere ? '' : ` (not on PATH: install ${shell} to run these)`}`, () => {
    let root = '';
    let output = '';
    before(() => {
      root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix helper '));
      output = path.join(root, 'calls');
      const program = (file: string): void => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(
          file,
          `#!/bin/sh
if [ "$*" = 'resume --help' ]; then echo "$HELP"; exit 0; fi
printf '%s\\0' "$0" "$@" > '${output}'
exit 7
`,
          { mode: 0o755 },
        );
      };
      program(path.join(root, 'bin/codex'));
      program(path.join(root, 'other place/codex'));
    });
    after(() => fs.rmSync(root, { recursive: true }));

    /** What was run for what a person types: which executable, and its arguments. */
    function typed(line: string, { aliases = '', knows = true, terminal = '1' }: Run = {}): string[] {
      fs.rmSync(output, { force: true });
      const script = path.join(root, 'script');
      // Aliases are used by lines that come after them alone.
      const start = shell === 'bash' ? 'shopt -s expand_aliases' : 'setopt aliases';
      fs.writeFileSync(script, `${start}\nset -u\n${aliases}\n. '${helper}'\n${line}\necho "status $?"\n`);
      const env = { PATH: `${path.join(root, 'bin')}:/usr/bin:/bin`, HOME: root, LOCALIX_TERMINAL: terminal, HELP: knows ? '--no-daemon  Run without' : 'Usage' };
      const run = spawnSync(shell, [script], { env, encoding: 'utf8', cwd: root });
      assert.deepEqual([run.stderr, run.stdout], ['', 'status 7\n'], line);
      const [file = '', ...args] = fs.readFileSync(output, 'utf8').split('\0').slice(0, -1);
      return [path.relative(root, path.resolve(root, file)), ...args];
    }

    const added = (...args: string[]): string[] => ['bin/codex', '--no-daemon', ...args];
    const plain = (...args: string[]): string[] => ['bin/codex', ...args];

    it('changes nothing outside our terminals', () => {
      assert.deepEqual(typed('codex resume', { terminal: '' }), plain('resume'));
      assert.deepEqual(typed('codex resume', { terminal: '0' }), plain('resume'));
    });

    it('changes nothing for a version without the option', () => {
      assert.deepEqual(typed('codex resume', { knows: false }), plain('resume'));
    });

    const sessions = ['', 'hello', '"fix the login"', 'resume', 'resume --last', 'resume ID', 'fork ID', 'exec "do it"', 'e it', 'review', 'agents', '-m gpt exec it', '-c a=b --enable x -C /tmp -s read-only -a never -p work resume ID', '--model=gpt resume', '-i a.png b.png', '--image a.png -m gpt fork', '--oss --search', '-- login', '-m'];
    for (const words of sessions) {
      it(`keeps the session of "codex ${words}" in the terminal`, () => {
        assert.deepEqual(typed(`codex ${words}`), added(...split(words)));
      });
    }

    it('leaves alone what already has the option, but not a prompt that reads like it', () => {
      assert.deepEqual(typed('codex --no-daemon resume'), plain('--no-daemon', 'resume'));
      assert.deepEqual(typed('codex resume --no-daemon ID'), plain('resume', '--no-daemon', 'ID'));
      assert.deepEqual(typed('codex -- --no-daemon'), added('--', '--no-daemon'));
    });

    it('leaves an explicit remote to the person', () => {
      for (const words of ['--remote ws://h:1', '--remote=ws://h:1 resume', 'resume --remote ws://h:1', '-m gpt --remote unix://']) assert.deepEqual(typed(`codex ${words}`), plain(...split(words)));
      assert.deepEqual(typed('codex -- --remote'), added('--', '--remote'));
      assert.deepEqual(typed('codex --remote-auth-token-env TOKEN resume'), added('--remote-auth-token-env', 'TOKEN', 'resume'));
    });

    const others = ['app-server', 'app-server daemon stop', 'remote-control', 'login', 'logout', 'mcp list', 'plugin', 'completion zsh', 'update', 'doctor', 'features', 'archive ID', 'unarchive ID', 'delete ID', 'migrate-rollouts', 'migrate-nfs-db', 'cloud', 'debug', 'sandbox ls', 'apply', 'exec-server', 'queue', 'help', '--help', '-h', '--version', '-V'];
    for (const words of others) {
      it(`changes nothing for "codex ${words}", also after options`, () => {
        assert.deepEqual(typed(`codex ${words}`), plain(...split(words)));
        assert.deepEqual(typed(`codex -c model=x --oss ${words}`), plain('-c', 'model=x', '--oss', ...split(words)));
      });
    }

    it('takes an option\'s value for no subcommand', () => {
      assert.deepEqual(typed('codex -m login'), added('-m', 'login'));
      assert.deepEqual(typed('codex --profile mcp resume'), added('--profile', 'mcp', 'resume'));
      assert.deepEqual(typed('codex -i login mcp'), added('-i', 'login', 'mcp'));
    });

    const own = ['other place/codex', '--no-daemon'];
    const aliases: readonly (readonly [string, string, readonly string[]])[] = [
      ['alias cx=codex', 'cx resume ID', added('resume', 'ID')],
      ['alias cx="codex -m gpt"', 'cx "a b"', added('-m', 'gpt', 'a b')],
      ['alias codex="codex -m gpt"', 'codex resume', added('-m', 'gpt', 'resume')],
      ['alias codex="command codex -m gpt"', 'codex resume', added('-m', 'gpt', 'resume')],
      ['alias cx="command codex"', 'cx login', plain('login')],
      [`alias codex="'$HOME/other place/codex' -c 'a = \\"b c\\"'"`, 'codex resume', [...own, '-c', 'a = "b c"', 'resume']],
      [`alias my-codex="'$HOME/other place/codex'"`, 'my-codex mcp', ['other place/codex', 'mcp']],
      ['alias notes="echo codex >/dev/null; codex"', 'notes hi', added('hi')],
    ];
    for (const [alias, line, expected] of aliases) {
      it(`goes through ${alias}`, () => assert.deepEqual(typed(line, { aliases: alias }), expected));
    }

    it('leaves a person\'s own function and other aliases', () => {
      assert.deepEqual(typed('codex hi', { aliases: 'codex() { command codex mine "$@"; }' }), plain('mine', 'hi'));
      assert.deepEqual(typed('ll; codex hi', { aliases: 'alias ll=":" codexes="echo codex"' }), added('hi'));
    });

    it('passes every argument on, byte for byte, and the exit status', () => {
      const odd = ['a b', "it's", '"quoted"', 'two\nlines', '', '*', '$HOME', '\\n', 'é✓', '-'];
      const line = odd.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      assert.deepEqual(typed(`codex ${line}`), added(...odd));
      assert.deepEqual(typed(`codex mcp ${line}`), plain('mcp', ...odd));
    });
  });
}

function split(words: string): string[] {
  return [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}
