import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok } from '../../../src/core/result';
import type { Log } from '../../../src/store/log';
import { seal, sum } from '../../../src/store/logLine';
import { migrations } from '../../../src/store/migrations';
import { writes } from '../../../src/store/operations';
import { StoreFiles } from '../../../src/store/storeFiles';
import type { Transaction } from '../../../src/store/transaction';
import { linesOf } from './replay';
import { type LocalWindow, localWindow, refusal, StoreFolders } from './storeFolder';

describe('a write', () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());
  const place = (value: string) => (tx: Transaction) => writes.setPlace(tx, { scope: 'scope', value });

  const placeIn = ({ replica }: LocalWindow): unknown => {
    replica.catchUp();
    return replica.state?.database.get('SELECT value FROM place', [])?.['value'];
  };

  async function windows(): Promise<{ folder: string; here: LocalWindow; there: LocalWindow; log: Log }> {
    const folder = folders.make();
    const [here, there] = [await localWindow(folder, 'here'), await localWindow(folder, 'there')];
    assert.deepEqual(await here.writer.write(place('first')), ok(null));
    there.replica.catchUp();
    return { folder, here, there, log: here.replica.state?.log ?? assert.fail() };
  }

  /** Another process writes, as if this one had stood still for so long that its lock counts as left behind. */
  function takeOver(folder: string): void {
    fs.utimesSync(path.join(folder, 'lock'), 0, 0);
    const args = [path.resolve('dist/storeWorker.js'), folder, 'other', '2'];
    const { stdout } = spawnSync(process.execPath, ['--no-warnings', 'test/unit/store/storeProcess.ts', ...args], { input: '', encoding: 'utf8' });
    assert.match(stdout, /begun/);
  }

  it('that is refused, throws or changes nothing leaves no line', async () => {
    const { folder, here } = await windows();
    const lines = linesOf(folder).length;
    const spoil = (tx: Transaction): void => tx.run('DELETE FROM place');
    assert.deepEqual(await here.writer.write((tx) => (spoil(tx), fail('no', 'reason'))), fail('no', 'reason'));
    await assert.rejects(
      here.writer.write((tx) => {
        spoil(tx);
        throw new Error('a bug');
      }),
      { message: 'a bug' },
    );
    assert.deepEqual(await here.writer.write(place('first')), ok(null));
    assert.equal(linesOf(folder).length, lines);
    assert.equal(placeIn(here), 'first');
  });

  it('is told to its window, and to others when they look', async () => {
    const { here, there } = await windows();
    here.applied.length = 0;
    await here.writer.write(place('second'));
    assert.deepEqual(here.applied, [{ kind: 'place', id: 'scope' }]);
    assert.equal(placeIn(there), 'second');
  });

  it('shares the lock and the order of asking with those that wait', async () => {
    const { folder, here } = await windows();
    const before = linesOf(folder).length;
    await Promise.all(['a', 'b', 'c'].map((value) => here.writer.write(place(value))));
    assert.deepEqual(linesOf(folder).slice(before).map(({ statements }) => statements[0]?.params[1]), ['a', 'b', 'c']);
  });

  it('waits for a window that holds the lock, and takes it over from one that was killed', async () => {
    const { folder, here } = await windows();
    const lock = path.join(folder, 'lock');
    fs.mkdirSync(lock);
    const seen: string[] = [];
    const writing = here.writer.write(place('second')).then(() => seen.push('written'));
    await sleep(300);
    seen.push('waited');
    fs.utimesSync(lock, 0, 0);
    await writing;
    assert.deepEqual(seen, ['waited', 'written']);
    assert.equal(fs.existsSync(lock), false);
  });

  it('of a window that stood still before its line is made anew', async () => {
    const { folder, here, there } = await windows();
    let runs = 0;
    const written = await here.writer.write((tx) => {
      if (++runs === 1) takeOver(folder);
      return place(`run ${runs}`)(tx);
    });
    assert.deepEqual([written, runs], [ok(null), 2]);
    assert.deepEqual([placeIn(here), placeIn(there)], ['run 2', 'run 2']);
    assert.equal(linesOf(folder).filter(({ window }) => window === 'here').length, migrations.length + 2, 'the migrations, the first and this one');
  });

  it('of a window that stood still right before its line comes too late, counts for nobody, and is made anew', async () => {
    const { folder, here, there, log } = await windows();
    const append = log.append.bind(log);
    log.append = (text, end) => {
      log.append = append;
      takeOver(folder);
      return append(text, end);
    };
    let runs = 0;
    const written = await here.writer.write((tx) => place(`run ${++runs}`)(tx));
    assert.deepEqual([written, runs], [ok(null), 2]);
    assert.deepEqual([placeIn(here), placeIn(there)], ['run 2', 'run 2']);
    const own = linesOf(folder).filter(({ window }) => window === 'here');
    assert.equal(own.length, migrations.length + 3);
    assert.equal(linesOf(folder).filter(({ sequence }) => sequence === own[migrations.length + 1]?.sequence).length, 2);
  });

  it('behind the late line of another window that stood still is made anew after it', async () => {
    const { here, there, log } = await windows();
    const append = log.append.bind(log);
    log.append = (text, end) => {
      log.append = append;
      const { sequence, previous } = here.replica.state ?? assert.fail();
      const statements = [{ sql: 'INSERT INTO place VALUES (?, ?)', params: ['late', 'late'] }];
      append(seal({ sequence: sequence + 1, previous, window: 'late', statements, changes: [] }).text, end);
      return append(text, end);
    };
    let runs = 0;
    const written = await here.writer.write((tx) => place(`run ${++runs}`)(tx));
    assert.deepEqual([written, runs], [ok(null), 2]);
    for (const { replica } of [here, there]) {
      replica.catchUp();
      assert.deepEqual(replica.state?.database.all('SELECT value FROM place ORDER BY scope', []), [{ value: 'late' }, { value: 'run 2' }]);
    }
  });

  it('into a log that has been left for another epoch is made anew in that one', async () => {
    const { folder, here, there, log } = await windows();
    const append = log.append.bind(log);
    log.append = (text, end) => {
      // Another window takes the lock over, begins an epoch and leaves.
      fs.rmdirSync(path.join(folder, 'lock'));
      const { database, sequence, previous } = there.replica.state ?? assert.fail();
      const [files, bytes] = [new StoreFiles(folder), database.bytes()];
      fs.writeFileSync(files.snapshot(2), bytes);
      fs.writeFileSync(files.log(2), '');
      files.setCurrent({ epoch: 2, sequence, previous, snapshot: sum(bytes) }, { isHeld: () => true, release: () => undefined });
      return append(text, end);
    };
    let runs = 0;
    const written = await here.writer.write((tx) => place(`run ${++runs}`)(tx));
    assert.deepEqual([written, runs], [ok(null), 2]);
    assert.deepEqual([placeIn(here), placeIn(there)], ['run 2', 'run 2']);
    assert.equal(placeIn(await localWindow(folder)), 'run 2');
  });

  it('whose line stands when the window stood still behind it is not made twice', async () => {
    const { folder, here, there, log } = await windows();
    const sync = log.sync.bind(log);
    log.sync = () => {
      sync();
      takeOver(folder);
    };
    let runs = 0;
    const written = await here.writer.write((tx) => place(`run ${++runs}`)(tx));
    assert.deepEqual([written, runs], [ok(null), 1]);
    assert.deepEqual([placeIn(here), placeIn(there)], ['run 1', 'run 1']);
  });

  it('that the disk did not take is refused, and memory says what the disk says', async () => {
    const { here, there, log } = await windows();
    log.sync = () => {
      throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    };
    assert.deepEqual(refusal(await here.writer.write(place('second'))), ['store_not_written', 'input/output error']);
    assert.equal(placeIn(here), placeIn(there));
    assert.deepEqual(await here.writer.write(place('third')), ok(null));
    assert.deepEqual([placeIn(here), placeIn(there)], ['third', 'third']);
  });
});
