import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Result } from '../../../src/core/result';
import { compact } from '../../../src/store/compaction';
import { seal, type SealedLine } from '../../../src/store/logLine';
import { migrations } from '../../../src/store/migrations';
import type { StoreFailure } from '../../../src/store/operations';
import { Replica } from '../../../src/store/replica';
import { Engine } from '../../../src/store/sqlEngine';
import type { Store } from '../../../src/store/store';
import { StoreFiles } from '../../../src/store/storeFiles';
import { must, refusal, StoreFolders } from './storeFolder';

const folders = new StoreFolders();
const chat = (store: Store): Promise<Result<unknown, string>> => store.write('createChat', { project: 'PRJ-1', now: 1, title: 'a title' });

/** A store with so many chats that nobody has open. */
async function filled(folder: string, chats: number): Promise<void> {
  const store = folders.open(folder);
  must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
  for (let count = 0; count < chats; count++) must(await chat(store));
  await store.end();
}

async function ids(store: Store): Promise<string[]> {
  return must(await store.read('chats', { project: 'PRJ-1' })).map(({ id }) => id);
}

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name)).toString('latin1')]));
}

describe('a full disk', () => {
  let disk: string | undefined;
  afterEach(async () => {
    await folders.endStores();
    if (disk !== undefined) spawnSync('umount', [disk]);
    disk = undefined;
    await folders.endAll();
  });

  it('refuses a write with its own code, keeps every earlier one, and is forgotten once there is space', async function () {
    const folder = folders.make();
    fs.mkdirSync(folder, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    if (mounted.status !== 0) {
      console.log(`      no file system may be mounted here: ${String(mounted.stderr ?? mounted.error)}`);
      this.skip();
    }
    disk = folder;
    await filled(folder, 3);
    const store = folders.open(folder);
    const other = path.join(folder, 'something-large');
    for (let round = 1; round <= 2; round++) {
      fillDisk(other);
      // The log's last page takes a part of the first one; at the end not even a byte.
      for (let times = 0; times < 4; times++) {
        assert.equal(refusal(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'x'.repeat(6000), now: 1 }))[0], 'disk_full');
      }
      assert.equal(must(await store.read('draft', { chat: 'LOCALIX-1' })), undefined);
      fs.rmSync(other);
      must(await chat(store));
    }
    assert.match(fs.readFileSync(path.join(folder, 'log-1.jsonl'), 'utf8'), /x~+\n\{/, 'a part was written, and is marked');
    const known = ['LOCALIX-1', 'LOCALIX-2', 'LOCALIX-3', 'LOCALIX-4', 'LOCALIX-5'];
    assert.deepEqual((await ids(store)).sort(), known);
    await store.end();
    assert.deepEqual((await ids(folders.open(folder))).sort(), known);
  });

  function fillDisk(file: string): void {
    const descriptor = fs.openSync(file, 'a');
    try {
      for (;;) fs.writeSync(descriptor, Buffer.alloc(4096));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    } finally {
      fs.closeSync(descriptor);
    }
  }
});

/** What a newer release would have written: a column more. */
function newerMigration(log: string): void {
  const last = JSON.parse(fs.readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '') as SealedLine;
  const statements = ['ALTER TABLE chat ADD COLUMN mood TEXT', `PRAGMA user_version = ${migrations.length + 1}`].map((sql) => ({ sql, params: [] }));
  const { text } = seal({ sequence: last.sequence + 1, previous: last.checksum, window: 'newer', statements, changes: [] });
  fs.appendFileSync(log, text);
}

describe('a damaged store', () => {
  afterEach(() => folders.endAll());

  /** Damages a store of five chats; then what is read, what a write gets, and what was told. */
  async function damaged(folder: string, damage: (file: string) => void, file = 'log-1.jsonl'): Promise<{ store: Store; refused: string; problems: StoreFailure[] }> {
    await filled(folder, 5);
    damage(path.join(folder, file));
    const before = contents(folder);
    const store = folders.open(folder);
    const problems: StoreFailure[] = [];
    store.onDidFindProblem((problem) => problems.push(problem));
    await store.read('projects', undefined);
    const refused = refusal(await chat(store))[0] ?? '';
    const after = contents(folder);
    assert.deepEqual(Object.keys(before).filter((name) => after[name] !== before[name]), [], 'nothing is overwritten');
    return { store, refused, problems };
  }

  /** The line of the third chat, counted from 0: before it stand those that make the tables, a project and two chats. */
  const third = migrations.length + 3;
  const edit = (change: (lines: string[]) => string[]) => (file: string) => fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8').split('\n')).join('\n'));

  for (const [what, damage] of Object.entries({
    'a changed letter in the middle': edit((lines) => lines.map((line, index) => (index === third ? line.replace('a title', 'b title') : line))),
    'a line that is gone': edit((lines) => lines.filter((_, index) => index !== third)),
    'two lines that changed places': edit((lines) => [...lines.slice(0, third), lines[third + 1] ?? '', lines[third] ?? '', ...lines.slice(third + 2)]),
    'a last line that is whole and wrong': edit((lines) => [...lines.slice(0, third), 'not ours', '']),
  })) {
    it(`can be read up to ${what}, is kept aside, and is not written to`, async () => {
      const folder = folders.make();
      const { store, refused, problems } = await damaged(folder, damage);
      assert.equal(refused, 'store_damaged');
      assert.deepEqual((await ids(store)).sort(), ['LOCALIX-1', 'LOCALIX-2']);
      const kept = path.join(folder, `damaged-${new Date().toISOString().slice(0, 10)}-log-1.jsonl`);
      assert.deepEqual(problems, [{ ok: false, code: 'store_damaged', detail: kept }]);
      assert.deepEqual(fs.readFileSync(kept), fs.readFileSync(path.join(folder, 'log-1.jsonl')));
    });
  }

  it('is kept aside once, under the day on which it was found', async () => {
    const folder = folders.make();
    const { store } = await damaged(folder, edit((lines) => [...lines.slice(0, third), 'not ours', '']));
    await store.end();
    const [kept = ''] = fs.readdirSync(folder).filter((name) => name.startsWith('damaged-'));
    const renamed = kept.replace(/\d{4}/, '2020');
    fs.renameSync(path.join(folder, kept), path.join(folder, renamed));
    assert.deepEqual(refusal(await chat(folders.open(folder))), ['store_damaged', path.join(folder, renamed)]);
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.startsWith('damaged-')), [renamed]);
  });

  it('whose last line is torn is whole: the line was never acknowledged', async () => {
    const folder = folders.make();
    await filled(folder, 5);
    const log = path.join(folder, 'log-1.jsonl');
    fs.truncateSync(log, fs.statSync(log).size - 3);
    const store = folders.open(folder);
    assert.deepEqual((await ids(store)).sort(), ['LOCALIX-1', 'LOCALIX-2', 'LOCALIX-3', 'LOCALIX-4']);
    must(await chat(store));
    assert.equal((await ids(store)).length, 5);
    await store.end();
    assert.equal((await ids(folders.open(folder))).length, 5);
  });

  for (const [what, damage, file] of [
    ['current that says nothing', (name: string): void => fs.writeFileSync(name, 'nothing'), 'current'],
    ['current that is gone', (name: string): void => fs.rmSync(name), 'current'],
    ['log that is gone', (name: string): void => fs.rmSync(name), 'log-1.jsonl'],
  ] as const) {
    it(`with a ${what} is neither read nor written`, async () => {
      const { store, refused } = await damaged(folders.make(), damage, file);
      assert.equal(refused, 'store_damaged');
      assert.equal(refusal(await store.read('projects', undefined))[0], 'store_damaged');
    });
  }

  it('whose snapshot is not what was written can\'t be read, and the snapshot is kept aside', async () => {
    const folder = folders.make();
    await filled(folder, 5);
    const files = new StoreFiles(folder);
    const replica = new Replica({ engine: await Engine.load(), files });
    assert.equal(await compact(files, () => (replica.catchUp().ok ? replica.state : undefined)), undefined);
    replica.forget();
    assert.deepEqual(fs.readdirSync(folder).sort(), ['current', 'log-2.jsonl', 'snapshot-2.sqlite']);
    const flip = (file: string): void => {
      const bytes = fs.readFileSync(file);
      bytes[5000] = ~(bytes[5000] ?? 0);
      fs.writeFileSync(file, bytes);
    };
    const { store, refused, problems } = await damaged(folder, flip, 'snapshot-2.sqlite');
    const kept = path.join(folder, `damaged-${new Date().toISOString().slice(0, 10)}-snapshot-2.sqlite`);
    assert.equal(refused, 'snapshot_damaged');
    assert.deepEqual(problems, [{ ok: false, code: 'snapshot_damaged', detail: kept }]);
    assert.deepEqual(refusal(await store.read('projects', undefined)), ['snapshot_damaged', kept]);
    assert.deepEqual(fs.readFileSync(kept), fs.readFileSync(path.join(folder, 'snapshot-2.sqlite')));
  });

  it('of a newer release is read and not written', async () => {
    const folder = folders.make();
    const { store, refused, problems } = await damaged(folder, newerMigration);
    assert.equal(refused, 'newer_schema');
    assert.deepEqual(problems.map(({ code, detail }) => [code, detail]), [['newer_schema', String(migrations.length + 1)]]);
    assert.equal((await ids(store)).length, 5);
  });
});
