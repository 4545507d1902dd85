import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportToFile } from '../../../src/workers/exportFile';
import { Homes } from '../agents/adapterHome';

const id = '00000000-0000-4000-8000-000000000001';

describe('R7 An export that was killed', () => {
  const homes = new Homes();
  const children: ChildProcess[] = [];
  let folder = '';
  let home = '';
  before(() => {
    // Long enough to be caught at work.
    const record = (number: number): string => {
      const uuid = `u${String(number)}`;
      const message = { role: 'user', content: `${uuid} ${'word '.repeat(400)}` };
      return JSON.stringify({ type: 'user', uuid, parentUuid: number === 0 ? null : `u${String(number - 1)}`, sessionId: id, cwd: '/home/dev/app', timestamp: new Date(1.7e12 + number).toISOString(), message });
    };
    home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: Array.from({ length: 30_000 }, (_, number) => `${record(number)}\n`).join('') });
  });
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-killed-'))));
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  });
  after(() => homes.removeAll());

  const parts = (): string[] => fs.readdirSync(folder).filter((name) => name.endsWith('.part'));

  /** Begins an export in another process and sends it `signal` once it writes. */
  async function interrupted(signal: 'SIGKILL' | 'SIGSTOP'): Promise<string> {
    const before = new Set(parts());
    const child = spawn(process.execPath, ['dist/cli.js', 'export', `claude-code:${id}`, '--format', 'atif', '--output', path.join(folder, signal)], {
      env: { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: path.join(home, 'cache') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    for (;;) {
      const made = parts().find((name) => !before.has(name));
      if (made !== undefined) {
        child.kill(signal);
        if (signal === 'SIGKILL') await once(child, 'exit');
        return made;
      }
      assert.equal(child.exitCode, null, 'it ended before it was caught');
      await sleep(2);
    }
  }

  const exported = async (): Promise<void> => {
    const home2 = homes.copy('claude-code/home');
    const result = await exportToFile({ agent: 'claude-code', place: { home: home2, env: {} }, id: 'c0de0000-0000-4000-8000-000000000002', format: 'markdown', file: path.join(folder, 'out') });
    assert.ok(result.ok, JSON.stringify(result));
  };

  it('leaves a file that the next export into that folder removes, but none of a process that still runs', async () => {
    const killed = await interrupted('SIGKILL');
    const stopped = await interrupted('SIGSTOP');
    // The second one removed what the first had left.
    assert.deepEqual(parts(), [stopped]);
    const later = await interrupted('SIGKILL');
    assert.notEqual(later, killed);
    assert.deepEqual(parts().sort(), [stopped, later].sort());
    await exported();
    assert.deepEqual(fs.readdirSync(folder).sort(), [stopped, 'out'].sort());
  });

  it('removes nothing that is another’s: of another machine, another name, or no file', async () => {
    const name = await interrupted('SIGKILL');
    const [, machine = '', boot = '', rest = ''] = /^\.localix-(\w{8})-(\w{8})-(.*)$/.exec(name) ?? [];
    const other = (hash: string): string => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const kept = [`.localix-${other(machine)}-${boot}-${rest}`, `.localix-${machine}.part`, `x${name}`, `${name}.txt`];
    for (const each of kept) fs.writeFileSync(path.join(folder, each), 'theirs');
    const asFolder = name.replace(/\w(?=\.part$)/, (digit) => (digit === '0' ? '1' : '0'));
    fs.mkdirSync(path.join(folder, asFolder));
    // The machine was started anew since: nothing of then runs.
    fs.writeFileSync(path.join(folder, `.localix-${machine}-${other(boot)}-${rest.replace(/^\d+-\d+/, `${String(process.pid)}-1`)}`), 'ours');
    fs.writeFileSync(path.join(folder, `${name}-journal`), 'ours');
    await exported();
    assert.deepEqual(fs.readdirSync(folder).sort(), [...kept, asFolder, 'out'].sort());
  });
});
