import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { Change } from '../../../src/store/logLine';
import { folderOf, must, StoreFolders } from './storeFolder';

describe('P1 the store', () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());

  it('opens at its first use, empty', async () => {
    const folder = folders.make();
    const store = folders.open(folder);
    assert.equal(fs.existsSync(folder), false);
    assert.deepEqual(must(await store.read('projects', undefined)), []);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['current', 'log-1.jsonl']);
  });

  it('keeps what was written for the next window', async () => {
    const folder = folders.make();
    const first = folders.open(folder);
    const project = must(await first.write('ensureProject', { folder: folderOf('/home/dev/app'), name: 'app', now: 5 }));
    await first.end();
    const second = folders.open(folder);
    assert.deepEqual(must(await second.read('projects', undefined)), [project]);
  });

  it('tells every window of a write, its own before the answer', async () => {
    const folder = folders.make();
    const here = folders.open(folder);
    const there = folders.open(folder);
    await there.read('projects', undefined);
    const seen: Change[] = [];
    here.onDidChange((changes) => seen.push(...changes));
    const elsewhere = new Promise<readonly Change[]>((resolve) => there.onDidChange(resolve));
    must(await here.write('ensureProject', { folder: null, name: 'Default', now: 5 }));
    const expected = [{ kind: 'project', id: 'PRJ-1' }];
    assert.deepEqual(seen, expected);
    assert.deepEqual(await elsewhere, expected);
    assert.equal(must(await there.read('projects', undefined)).length, 1);
  });

  it('writes what was asked for before its end, and nothing after', async () => {
    const folder = folders.make();
    const store = folders.open(folder);
    const writing = store.write('setPlace', { scope: 'window', value: 'LOCALIX-1' });
    await store.end();
    must(await writing);
    await assert.rejects(store.read('projects', undefined), { message: 'disposed' });
    assert.equal(must(await folders.open(folder).read('place', { scope: 'window' })), 'LOCALIX-1');
  });
});
