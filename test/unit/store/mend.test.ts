import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { compact } from '../../../src/store/compaction';
import { seal, type SealedLine } from '../../../src/store/logLine';
import { migrations } from '../../../src/store/migrations';
import { Replica } from '../../../src/store/replica';
import { Engine } from '../../../src/store/sqlEngine';
import type { Store } from '../../../src/store/store';
import { StoreFiles } from '../../../src/store/storeFiles';
import { currentOf, dump, dumpOf, linesOf, replay } from './replay';
import { must, refusal, spawnWindow, StoreFolders } from './storeFolder';

const folders = new StoreFolders();
const day = new Date().toISOString().slice(0, 10);

/** Another window, as a process, makes `writes` chats and drafts; answers what it printed. */
async function processOf(folder: string, name: string, writes: number): Promise<string[]> {
  const child = spawnWindow(folder, name, writes);
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stdin?.end();
  await new Promise((resolve) => child.on('close', resolve));
  return output.split('\n').filter((line) => line !== '');
}

const idsIn = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('acked')).map((line) => line.split(' ')[1] as string);

async function titles(store: Store): Promise<Record<string, string | null>> {
  return Object.fromEntries(must(await store.read('chats', {})).map(({ id, title }) => [id, title]));
}

function contents(folder: string, which = /./): Record<string, string> {
  return Object.fromEntries(fs.readdirSync(folder).filter((name) => which.test(name)).map((name) => [name, fs.readFileSync(path.join(folder, name)).toString('latin1')]));
}

/** What another SQLite makes of the files is what a window has. */
async function assertReplays(folder: string): Promise<void> {
  const replica = new Replica({ engine: await Engine.load(), files: new StoreFiles(folder) });
  must(replica.catchUp());
  assert.equal(dump((sql) => replica.state?.database.all(sql, []) ?? []), dumpOf(replay(folder)));
  replica.forget();
}

async function filled(chats: number): Promise<string> {
  const folder = folders.make();
  const store = folders.open(folder);
  must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
  for (let count = 1; count <= chats; count++) must(await store.write('createChat', { project: 'PRJ-1', now: count, title: `Chat ${count}` }));
  await store.end();
  return folder;
}

async function compacted(folder: string): Promise<void> {
  const files = new StoreFiles(folder);
  const replica = new Replica({ engine: await Engine.load(), files });
  assert.equal(await compact(files, () => (replica.catchUp().ok ? replica.state : undefined)), undefined);
  replica.forget();
}

/** Makes one line of the log, counted from 0, another than was written. */
function spoil(log: string, line: number): void {
  const lines = fs.readFileSync(log, 'utf8').split('\n');
  lines[line] = (lines[line] ?? '').replace(/\d/, 'x');
  // In place: a window that looks meanwhile must not find a shorter file.
  const descriptor = fs.openSync(log, 'r+');
  fs.writeSync(descriptor, lines.join('\n'), 0);
  fs.closeSync(descriptor);
}

describe('going on with what is sound of a damaged store', () => {
  afterEach(() => folders.endAll());

  it('keeps all before the damage and the files as they were; every window goes on, and no id is given twice', async () => {
    const folder = folders.make();
    const before = idsIn(await processOf(folder, 'first', 20));
    const log = path.join(folder, 'log-1.jsonl');
    const lines = linesOf(folder).length;
    spoil(log, 12);
    const original = fs.readFileSync(log);
    assert.ok((await processOf(folder, 'second', 2)).includes('refused store_damaged'));

    const [here, there] = [folders.open(folder), folders.open(folder)];
    const sound = await titles(here);
    assert.deepEqual(await titles(there), sound);
    const heard = new Promise<void>((resolve) => there.onDidReplace(resolve));
    assert.deepEqual(must(await here.mend()), { leftOut: lines - 12 });
    await heard;
    assert.deepEqual([await titles(here), await titles(there)], [sound, sound]);
    assert.deepEqual(fs.readFileSync(path.join(folder, `damaged-${day}-log-1.jsonl`)), original);

    const after = idsIn(await processOf(folder, 'third', 10));
    assert.equal(after.length, 5);
    assert.deepEqual(after.filter((id) => before.includes(id)), []);
    must(await there.write('createChat', { project: 'PRJ-1', title: 'Here again', now: 1 }));
    assert.equal(Object.keys(await titles(here)).length, Object.keys(sound).length + 6);
    await assertReplays(folder);
  });

  it('has happened or not when the window is killed meanwhile; what was there is there', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 16; round++) {
      const folder = await filled(30);
      spoil(path.join(folder, 'log-1.jsonl'), 20);
      const original = fs.readFileSync(path.join(folder, 'log-1.jsonl'));
      const child = spawn(process.execPath, ['--no-warnings', 'test/unit/store/mendProcess.ts', path.resolve('dist/storeWorker.js'), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      // The last one is left alone.
      child.stdout.once('data', () => round < 15 && setTimeout(() => child.kill('SIGKILL'), round * 12));
      await new Promise((resolve) => child.on('close', resolve));
      fs.rmSync(path.join(folder, 'lock'), { recursive: true, force: true });
      const kept = Object.values(contents(folder, /log-1\.jsonl$/));
      assert.ok(kept.includes(original.toString('latin1')), 'the damaged log is there under one of its names');
      const store = folders.open(folder);
      const refused = refusal(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
      outcomes.add(refused === 'accepted' ? 'mended' : refused[0]);
      if (refused !== 'accepted') must(await store.mend());
      must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
      assert.equal((await titles(store))[`LOCALIX-${19 - migrations.length}`], `Chat ${19 - migrations.length}`);
      await assertReplays(folder);
      await folders.endAll();
    }
    assert.deepEqual([...outcomes].sort(), ['mended', 'store_damaged']);
  });

  it('is done once when two windows begin it together', async () => {
    const folder = await filled(10);
    spoil(path.join(folder, 'log-1.jsonl'), 5);
    const windows = [folders.open(folder), folders.open(folder)];
    for (const window of windows) await window.read('chats', {});
    for (const mended of await Promise.all(windows.map((window) => window.mend()))) must(mended);
    const { epoch } = currentOf(folder);
    assert.deepEqual(Object.keys(contents(folder, /^(log|snapshot)/)).sort(), [`log-${epoch}.jsonl`, `snapshot-${epoch}.sqlite`]);
    assert.deepEqual(Object.keys(contents(folder, /^damaged-.*jsonl/)), [`damaged-${day}-log-1.jsonl`]);
    for (const window of windows) must(await window.write('createChat', { project: 'PRJ-1', now: 1 }));
    assert.deepEqual(await titles(windows[0] as Store), await titles(windows[1] as Store));
  });

  it('takes along what a window that knew the whole store wrote behind the damage, in the file that is kept', async () => {
    const folder = await filled(10);
    const log = path.join(folder, 'log-1.jsonl');
    const whole = folders.open(folder);
    must(await whole.read('chats', {}));
    spoil(log, 5);
    const late = folders.open(folder);
    assert.equal(refusal(await late.write('createChat', { project: 'PRJ-1', now: 1 }))[0], 'store_damaged');
    must(await whole.write('createChat', { project: 'PRJ-1', title: 'Behind the damage', now: 1 }));
    const grown = fs.readFileSync(log, 'latin1');
    must(await late.mend());
    assert.deepEqual(Object.entries(contents(folder, /^damaged.*jsonl/)).filter(([, text]) => text === grown).map(([name]) => name), [`damaged-${day}-2-log-1.jsonl`]);
    const { id } = must(await whole.write('createChat', { project: 'PRJ-1', now: 1 }));
    assert.equal(id, 'LOCALIX-12');
  });

  it('goes on from the snapshot and the log as far as each is sound', async () => {
    const folder = await filled(10);
    await compacted(folder);
    const store = folders.open(folder);
    for (const title of ['a', 'b', 'c']) must(await store.write('createChat', { project: 'PRJ-1', title, now: 1 }));
    await store.end();
    spoil(path.join(folder, 'log-2.jsonl'), 1);
    const late = folders.open(folder);
    assert.deepEqual(must(await late.mend()), { leftOut: 2 });
    assert.deepEqual(Object.keys(await titles(late)).length, 11);
    assert.equal((await titles(late))['LOCALIX-11'], 'a');
    assert.equal(must(await late.write('createChat', { project: 'PRJ-1', now: 1 })).id, 'LOCALIX-14');
  });

  it('takes from a snapshot with a broken page the rows that can be read', async () => {
    const folder = await filled(400);
    await compacted(folder);
    const snapshot = path.join(folder, 'snapshot-2.sqlite');
    const bytes = fs.readFileSync(snapshot);
    const page = bytes.indexOf('Chat 200') - (bytes.indexOf('Chat 200') % 4096);
    bytes.fill(0xaa, page, page + 4096);
    fs.writeFileSync(snapshot, bytes);
    const store = folders.open(folder);
    assert.equal(refusal(await store.read('chats', {}))[0], 'snapshot_damaged');
    assert.deepEqual(must(await store.mend()), { leftOut: null });
    const found = await titles(store);
    assert.deepEqual(Object.entries(found).filter(([id, title]) => title !== id.replace('LOCALIX-', 'Chat ')), []);
    assert.ok(Object.keys(found).length > 300, `${Object.keys(found).length} of 400`);
    assert.equal(must(await store.read('projects', undefined))[0]?.name, 'Default');
    assert.equal(must(await store.write('createChat', { project: 'PRJ-1', now: 1 })).id, 'LOCALIX-401');
    assert.deepEqual(fs.readFileSync(path.join(folder, `damaged-${day}-snapshot-2.sqlite`)), bytes);
  });

  it('begins empty where nothing can be read', async () => {
    const folder = await filled(5);
    await compacted(folder);
    fs.writeFileSync(path.join(folder, 'snapshot-2.sqlite'), Buffer.alloc(20_000, 'nothing LOCALIX-5 '));
    const store = folders.open(folder);
    must(await store.mend());
    assert.deepEqual(await titles(store), {});
    const { id } = must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
    assert.equal(must(await store.write('createChat', { project: id, now: 1 })).id, 'LOCALIX-6');
  });

  it('is refused by a full disk, on which all is as it was and what is sound can be read, and done once there is space', async function () {
    const folder = folders.make();
    fs.mkdirSync(folder, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return this.skip();
    try {
      fs.cpSync(await filled(10), folder, { recursive: true });
      spoil(path.join(folder, 'log-1.jsonl'), migrations.length + 4);
      const large = path.join(folder, 'something-large');
      assert.throws(() => fs.writeFileSync(large, Buffer.alloc(1 << 20)), { code: 'ENOSPC' });
      const before = contents(folder);
      const store = folders.open(folder);
      assert.deepEqual(await titles(store), { 'LOCALIX-1': 'Chat 1', 'LOCALIX-2': 'Chat 2', 'LOCALIX-3': 'Chat 3' });
      assert.equal(refusal(await store.write('createChat', { project: 'PRJ-1', now: 1 }))[0], 'store_damaged');
      assert.equal(refusal(await store.mend())[0], 'disk_full');
      assert.deepEqual(contents(folder), before);
      fs.rmSync(large);
      assert.deepEqual(must(await store.mend()), { leftOut: 7 });
      assert.equal(must(await store.write('createChat', { project: 'PRJ-1', now: 1 })).id, 'LOCALIX-11');
    } finally {
      await folders.endStores();
      spawnSync('umount', [folder]);
    }
  });

  for (const [what, damage] of Object.entries({
    'says nothing': (folder: string) => fs.writeFileSync(path.join(folder, 'current'), 'nothing'),
    'is gone': (folder: string) => fs.rmSync(path.join(folder, 'current')),
  })) {
    it(`finds the store again when current ${what}`, async () => {
      const folder = await filled(5);
      await compacted(folder);
      const store = folders.open(folder);
      must(await store.write('createChat', { project: 'PRJ-1', title: 'Chat 6', now: 1 }));
      await store.end();
      // An epoch that was never begun.
      fs.writeFileSync(path.join(folder, 'snapshot-3.sqlite'), 'half a snapsh');
      damage(folder);
      const late = folders.open(folder);
      assert.equal(refusal(await late.read('chats', {}))[0], 'store_damaged');
      assert.deepEqual(must(await late.mend()), { leftOut: 0 });
      assert.deepEqual(await titles(late), Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`LOCALIX-${number}`, `Chat ${number}`])));
      must(await late.write('createChat', { project: 'PRJ-1', now: 1 }));
      await assertReplays(folder);
    });
  }

  it('says so where a folder stands in the place of a file, and leaves the rest as it is', async () => {
    const folder = await filled(5);
    const log = fs.readFileSync(path.join(folder, 'log-1.jsonl'));
    fs.rmSync(path.join(folder, 'current'));
    fs.mkdirSync(path.join(folder, 'current'));
    const store = folders.open(folder);
    assert.equal(refusal(await store.read('projects', undefined))[0], 'store_unreadable');
    assert.equal(refusal(await store.mend())[0], 'store_unreadable');
    assert.deepEqual(fs.readFileSync(path.join(folder, 'log-1.jsonl')), log);
  });

  it('changes nothing of a store that is sound, or of a newer release', async () => {
    const folder = await filled(5);
    const sound = contents(folder);
    assert.deepEqual(must(await folders.open(folder).mend()), { leftOut: 0 });
    assert.deepEqual(contents(folder), sound);
    await folders.endStores();
    const log = path.join(folder, 'log-1.jsonl');
    const last = JSON.parse(fs.readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '') as SealedLine;
    const statements = [{ sql: `PRAGMA user_version = ${migrations.length + 1}`, params: [] }];
    fs.appendFileSync(log, `${seal({ sequence: last.sequence + 1, previous: last.checksum, window: 'newer', statements, changes: [] }).text}not ours\n`);
    const store = folders.open(folder);
    await store.read('projects', undefined);
    const newer = contents(folder);
    assert.equal(refusal(await store.mend())[0], 'newer_schema');
    assert.deepEqual(contents(folder), newer);
  });
});
