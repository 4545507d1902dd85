import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { watchTarget } from '../../../src/platform/watch';

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
});
