import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { codex } from '../../../src/agents/codex/codex';
import { watchTarget, type WatchTarget } from '../../../src/platform/watch';

describe('X6 watching a folder of databases', () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-watch-'));
  });
  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('tells of a database and of its log, not of the index that readers write too', async () => {
    const seen = new Set<string>();
    const wanted = new Set(['a.db', 'a.db-wal']);
    let arrived = (): void => undefined;
    const all = new Promise<void>((resolve) => (arrived = resolve));
    const watcher = watchTarget(
      { path: folder, depth: 0 },
      (file) => {
        seen.add(path.basename(file));
        if ([...wanted].every((name) => seen.has(name))) arrived();
      },
      assert.ifError,
    );
    // Written until the watch, which says nothing of its own beginning, has seen them.
    const timer = setInterval(() => {
      for (const name of ['a.db-shm', 'a.db', 'a.db-wal']) fs.appendFileSync(path.join(folder, name), 'x');
    }, 20);
    await all;
    clearInterval(timer);
    watcher.dispose();
    assert.ok(!seen.has('a.db-shm'));
  });

  it('tells of a file again only when it was written', async () => {
    const file = path.join(folder, 'opened.db-wal');
    const seen: string[] = [];
    let wake = (): void => undefined;
    const watcher = watchTarget({ path: folder, depth: 0 }, (changed) => (seen.push(path.basename(changed)), wake()), assert.ifError);
    const toldOf = async (name: string, act: () => void): Promise<void> => {
      const timer = setInterval(act, 50);
      while (!seen.includes(name)) await new Promise<void>((resolve) => (wake = resolve));
      clearInterval(timer);
    };
    await toldOf('opened.db-wal', () => fs.appendFileSync(file, 'x'));
    // Whatever was written before has been told when a file that came later is.
    await toldOf('later', () => fs.appendFileSync(path.join(folder, 'later'), 'x'));
    const before = seen.filter((name) => name === 'opened.db-wal').length;
    // What the system also tells of, as when SQLite opens the log.
    for (const mode of [0o600, 0o644]) fs.chmodSync(file, mode);
    await toldOf('last', () => fs.appendFileSync(path.join(folder, 'last'), 'x'));
    assert.equal(seen.filter((name) => name === 'opened.db-wal').length, before);
    watcher.dispose();
  });

  it('tells of the last of many changes, however close they are', async () => {
    const file = path.join(folder, 'busy.jsonl');
    fs.writeFileSync(file, '');
    for (let round = 0; round < 5; round++) {
      let told = 0;
      const watcher = watchTarget({ path: folder, depth: 0 }, (changed) => changed === file && (told = fs.statSync(file).size), assert.ifError, () => {
        // One right behind the other, and some milliseconds later.
        for (const delay of [0, 1, 3, 5, 8, 20, 40]) setTimeout(() => fs.appendFileSync(file, 'x'), delay);
      });
      const whole = fs.statSync(file).size + 7;
      while (told < whole) await new Promise((resolve) => setTimeout(resolve, 20));
      watcher.dispose();
    }
  });

  it('tells of what is written while it still looks at what there is, and of nothing older', async () => {
    const home = path.join(folder, 'filled');
    fs.mkdirSync(home);
    const write = (name: string): void => fs.writeFileSync(path.join(home, name), 'x');
    for (const name of ['old', 'grown']) write(name);
    for (const name of ['old', 'grown', '.']) fs.utimesSync(path.join(home, name), 1000, 1000);
    const seen = new Set<string>();
    const watcher = await new Promise<{ dispose(): void }>((resolve) => {
      const begun = watchTarget({ path: home, depth: 0 }, (changed) => seen.add(path.basename(changed)), assert.ifError, () => resolve(begun));
      for (const name of ['grown', 'new']) write(name);
    });
    while (!seen.has('grown') || !seen.has('new')) await new Promise((resolve) => setTimeout(resolve, 20));
    watcher.dispose();
    assert.ok(!seen.has('old'));
  });

  it('tells of the wanted names alone where others lie beside them', async () => {
    const home = path.join(folder, 'codex');
    fs.mkdirSync(home);
    const names = codex.roots({ home: folder, env: { CODEX_HOME: home } }).find((root) => root.path === home);
    const seen = new Set<string>();
    const wanted = ['session_index.jsonl', 'state_5.sqlite', 'state_17.sqlite-wal'];
    const watcher = watchTarget(names as WatchTarget, (file) => seen.add(path.basename(file)), assert.ifError);
    const timer = setInterval(() => {
      for (const name of ['history.jsonl', 'logs_2.sqlite', 'state_17.sqlite-shm', ...wanted]) fs.appendFileSync(path.join(home, name), 'x');
    }, 50);
    while (!wanted.every((name) => seen.has(name))) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    watcher.dispose();
    assert.deepEqual([...seen].filter((name) => !wanted.includes(name) && name !== 'codex'), []);
  });
});
