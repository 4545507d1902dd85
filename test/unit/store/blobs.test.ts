import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Blobs } from '../../../src/store/blobs';
import type { Message } from '../../../src/store/rows';
import type { Store } from '../../../src/store/store';
import { must, refusal, StoreFolders } from './storeFolder';

const folders = new StoreFolders();
const long = (text: string): string => `${text} `.repeat(6_000);
const add = async (store: Store, payload: string): Promise<Message> => must(await store.write('addMessage', { chat: 'LOCALIX-1', role: 'agent', text: 'result', payload, now: 1 }));
const names = (folder: string): string[] => fs.readdirSync(path.join(folder, 'blobs')).sort();

async function storeWithChat(folder: string): Promise<Store> {
  const store = folders.open(folder);
  must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
  must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
  return store;
}

describe('a long payload of a message', () => {
  afterEach(() => folders.endAll());

  it('is a file named by the hash of what is in it, once for all that have it, and no part of the log', async () => {
    const folder = folders.make();
    const store = await storeWithChat(folder);
    const [first, second, short] = [await add(store, long('é')), await add(store, long('é')), await add(store, 'short')];
    const hash = createHash('sha256').update(long('é')).digest('hex');
    assert.equal(first.payload, null);
    assert.deepEqual([first.payloadBlob, second.payloadBlob, short.payload, short.payloadBlob], [hash, hash, 'short', null]);
    assert.deepEqual(names(folder), [hash]);
    assert.equal(must(await folders.open(folder).blob(hash)), long('é'));
    assert.ok(!fs.readFileSync(path.join(folder, 'log-1.jsonl'), 'utf8').includes('é é'));
  });

  it('is given as it was kept or not at all, and is whole again when it is kept anew', async () => {
    const folder = folders.make();
    const store = await storeWithChat(folder);
    const { payloadBlob: hash } = await add(store, long('one'));
    assert.ok(hash !== null);
    const file = path.join(folder, 'blobs', hash);
    fs.writeFileSync(file, long('0ne'));
    assert.deepEqual(refusal(await store.blob(hash)), ['blob_damaged', hash]);
    await add(store, long('one'));
    assert.equal(must(await store.blob(hash)), long('one'));
    fs.rmSync(file);
    assert.deepEqual(refusal(await store.blob(hash)), ['blob_missing', hash]);
  });

  it('is there for every message that was acknowledged, whenever the window is killed', async function () {
    this.timeout(120_000);
    const folder = folders.make();
    await (await storeWithChat(folder)).end();
    const acked: number[] = [];
    for (let round = 0; round < 12; round++) {
      const child = spawn(process.execPath, ['--no-warnings', 'test/unit/store/blobProcess.ts', path.resolve('dist/storeWorker.js'), folder, `round${round}`], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (piece: Buffer) => {
        if (output === '') setTimeout(() => child.kill('SIGKILL'), round * 4);
        output += piece.toString();
      });
      await new Promise((resolve) => child.on('close', resolve));
      fs.rmSync(path.join(folder, 'lock'), { recursive: true, force: true });
      const lines = output.split('\n').slice(0, -1);
      assert.deepEqual(lines.filter((line) => line.startsWith('refused')), []);
      acked.push(...lines.map((line) => Number(line.split(' ')[1])));
    }
    const store = folders.open(folder);
    const messages = must(await store.read('messages', { chat: 'LOCALIX-1', limit: 100_000 }));
    const known = new Set(messages.map(({ id }) => id));
    assert.ok(acked.length >= 12);
    assert.deepEqual(acked.filter((id) => !known.has(id)), []);
    for (const { text, payloadBlob } of messages) assert.equal(must(await store.blob(payloadBlob ?? '')), `${text} `.repeat(2_000));
  });

  it('is refused with its own code by a full disk, and leaves nothing; work goes on once there is space', async function () {
    const folder = folders.make();
    fs.mkdirSync(folder, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', folder]);
    if (mounted.status !== 0) return this.skip();
    try {
      const store = await storeWithChat(folder);
      assert.equal(refusal(await store.write('addMessage', { chat: 'LOCALIX-1', role: 'agent', text: 'large', payload: 'x'.repeat(1 << 20), now: 1 }))[0], 'disk_full');
      assert.deepEqual([names(folder), must(await store.read('messages', { chat: 'LOCALIX-1', limit: 9 }))], [[], []]);
      const { payloadBlob } = await add(store, long('small'));
      assert.equal(must(await store.blob(payloadBlob ?? '')), long('small'));
    } finally {
      await folders.endStores();
      spawnSync('umount', [folder]);
    }
  });
});

describe('sweeping long payloads', () => {
  afterEach(() => folders.endAll());
  const hour = 3_600_000;

  it('removes what no row names and nobody put lately, half written files too', () => {
    const blobs = new Blobs(path.join(folders.make(), 'blobs'));
    const [used, unused] = [blobs.put('used'), blobs.put('unused')];
    fs.writeFileSync(path.join(blobs.folder, `${unused}.half`), 'un');
    const left = (): string[] => fs.readdirSync(blobs.folder).sort();
    const now = Date.now();
    blobs.sweep(new Set([used]), now, () => true);
    assert.equal(left().length, 3);
    blobs.sweep(new Set([used]), now + 2 * hour, () => false);
    assert.equal(left().length, 3);
    blobs.sweep(new Set([used]), now + 2 * hour, () => true);
    assert.deepEqual(left(), [used]);
  });

  it('leaves what is put again meanwhile', () => {
    const blobs = new Blobs(path.join(folders.make(), 'blobs'));
    const hash = blobs.put('text');
    const old = new Date(Date.now() - 5 * hour);
    fs.utimesSync(path.join(blobs.folder, hash), old, old);
    blobs.put('text');
    blobs.sweep(new Set(), Date.now(), () => true);
    assert.equal(must(blobs.get(hash)), 'text');
  });

  it('happens with a compaction, in one window for all, and not while a damaged file is kept that may name them', async () => {
    const folder = folders.make();
    const store = await storeWithChat(folder);
    const [kept, gone] = [await add(store, long('kept')), await storeChat(store)];
    must(await store.write('deleteChat', { id: 'LOCALIX-2' }));
    const old = new Date(Date.now() - 5 * hour);
    for (const name of names(folder)) fs.utimesSync(path.join(folder, 'blobs', name), old, old);
    const sweepOnce = async (): Promise<void> => {
      const epoch = (): string => fs.readFileSync(path.join(folder, 'current'), 'utf8');
      const before = epoch();
      const worker = new Worker(path.resolve('dist/storeWorker.js'), { workerData: { folder, compaction: { length: 10, idle: 0 } } });
      worker.postMessage({ id: 1, name: 'write', params: { name: 'setPlace', params: { scope: 'x', value: before } } });
      while (epoch() === before) await new Promise((resolve) => setTimeout(resolve, 20));
      // The sweep follows under the lock: what is written behind it comes after it.
      await new Promise((resolve) => {
        worker.on('message', ({ id }: { id?: number }) => id === 2 && resolve(undefined));
        worker.postMessage({ id: 2, name: 'end', params: null });
      });
      await worker.terminate();
    };
    fs.writeFileSync(path.join(folder, 'damaged-2026-11-30-log-1.jsonl'), '');
    await sweepOnce();
    assert.deepEqual(names(folder), [kept.payloadBlob, gone.payloadBlob].sort());
    fs.rmSync(path.join(folder, 'damaged-2026-11-30-log-1.jsonl'));
    await sweepOnce();
    assert.deepEqual(names(folder), [kept.payloadBlob]);
  });

  async function storeChat(store: Store): Promise<Message> {
    must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
    return must(await store.write('addMessage', { chat: 'LOCALIX-2', role: 'agent', text: 'gone', payload: long('gone'), now: 1 }));
  }
});
