import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { compact } from '../../../src/store/compaction';
import { seal } from '../../../src/store/logLine';
import { migrations } from '../../../src/store/migrations';
import { writes } from '../../../src/store/operations';
import { StoreFiles } from '../../../src/store/storeFiles';
import { currentOf, linesOf } from './replay';
import { type LocalWindow, localWindow, StoreFolders } from './storeFolder';

describe('compaction', () => {
  const folders = new StoreFolders();
  let folder: string;
  let files: StoreFiles;
  let here: LocalWindow;
  let there: LocalWindow;
  beforeEach(async () => {
    folder = folders.make();
    files = new StoreFiles(folder);
    [here, there] = [await localWindow(folder, 'here'), await localWindow(folder, 'there')];
    await put(here, 'a');
    there.replica.catchUp();
  });
  afterEach(async () => {
    here.replica.forget();
    there.replica.forget();
    await folders.endAll();
  });

  const put = ({ writer }: LocalWindow, value: string): Promise<unknown> => writer.write((tx) => writes.setPlace(tx, { scope: value, value }));
  const upToDate = ({ replica }: LocalWindow) => () => (replica.catchUp().ok ? replica.state : undefined);
  const values = (window: LocalWindow): unknown => upToDate(window)()?.database.all('SELECT value FROM place ORDER BY value', []).map(({ value }) => value);
  const begin = (window: LocalWindow): Promise<unknown> => compact(files, upToDate(window));

  it('leaves a snapshot and an empty log, which go on together', async () => {
    assert.equal(await begin(here), undefined);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['current', 'log-2.jsonl', 'snapshot-2.sqlite']);
    assert.deepEqual([linesOf(folder), currentOf(folder).sequence], [[], migrations.length + 1]);
    await put(here, 'b');
    assert.deepEqual(linesOf(folder).map(({ sequence }) => sequence), [migrations.length + 2]);
    assert.deepEqual([values(here), values(there), values(await localWindow(folder))], [['a', 'b'], ['a', 'b'], ['a', 'b']]);
  });

  it('takes over what was written meanwhile', async () => {
    const compacting = begin(here);
    await Promise.all([put(here, 'b'), put(there, 'c'), compacting]);
    await put(there, 'd');
    const all = ['a', 'b', 'c', 'd'];
    assert.deepEqual([values(here), values(there), values(await localWindow(folder))], [all, all, all]);
  });

  it('keeps no line from a window that was behind', async () => {
    await put(here, 'b');
    await begin(here);
    await put(here, 'c');
    await begin(here);
    await put(here, 'd');
    const caught = there.replica.catchUp();
    assert.equal(caught.ok, true);
    assert.deepEqual(values(there), ['a', 'b', 'c', 'd']);
    await put(here, 'e');
    await begin(here);
    await put(here, 'f');
    const later = there.replica.catchUp();
    assert.deepEqual(later.ok && later.value.flatMap(({ changes }) => changes.map(({ id }) => id)), ['e', 'f']);
  });

  it('takes back from a window what came into the old log too late to be taken over', async () => {
    const state = here.replica.state ?? assert.fail();
    const statements = [{ sql: 'INSERT INTO place VALUES (?, ?)', params: ['late', 'late'] }];
    const { text } = seal({ sequence: state.sequence + 1, previous: state.previous, window: 'late', statements, changes: [] });
    fs.appendFileSync(files.log(1), text);
    assert.deepEqual(values(there), ['a', 'late']);
    assert.equal(await compact(files, () => state), undefined);
    await put(here, 'b');
    assert.deepEqual([values(there), values(here)], [['a', 'b'], ['a', 'b']]);
  });

  it('is done once when two windows begin it together', async () => {
    await Promise.all([begin(here), begin(there)]);
    assert.equal(fs.readdirSync(folder).length, 3);
    assert.deepEqual([values(here), values(there)], [['a'], ['a']]);
  });

  it('is not disturbed by one that was cut short, and removes what that left', async () => {
    fs.writeFileSync(files.snapshot(2), 'half a snapsh');
    fs.writeFileSync(files.log(2), '');
    assert.deepEqual(values(await localWindow(folder)), ['a']);
    await begin(here);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['current', 'log-3.jsonl', 'snapshot-3.sqlite']);
    assert.deepEqual(values(there), ['a']);
  });
});
