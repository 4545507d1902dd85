import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { compact } from '../../../src/store/compaction';
import type { Store } from '../../../src/store/store';
import { StoreFiles } from '../../../src/store/storeFiles';
import { localWindow, must, spawnWindow, StoreFolders } from './storeFolder';

/** How large the store is. LOCALIX_STORE_MB=100 needs half a gigabyte of memory. */
const megabytes = Number(process.env['LOCALIX_STORE_MB'] ?? 16);
const writes = 200;

describe(`a small write into a store of ${megabytes} MB`, () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());

  /** A store whose snapshot holds so much text. */
  async function large(folder: string): Promise<void> {
    const { writer, replica } = await localWindow(folder);
    const insert = 'INSERT INTO message (chat, role, text, is_active, created_at) VALUES (?, ?, ?, 1, 1)';
    for (let number = 0; number < megabytes; number++) {
      must(await writer.write((tx) => (tx.run(insert, 'LOCALIX-1', 'user', 'x'.repeat(1 << 20)), { ok: true, value: null })));
    }
    must((await compact(new StoreFiles(folder), () => (replica.catchUp().ok ? replica.state : undefined))) ?? { ok: true, value: null });
    replica.forget();
  }

  /** Of this thread, in milliseconds. */
  async function stillness(store: Store): Promise<number> {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let number = 1; number <= writes; number++) {
      must(await store.write('setDraft', { chat: 'LOCALIX-1', text: `draft ${number}`, now: number }));
      must(await store.read('chats', { project: 'PRJ-1' }));
    }
    delay.disable();
    return delay.max / 1e6;
  }

  it('writes less than 4 KB besides its line', async function () {
    if (!fs.existsSync('/proc/self/io')) this.skip();
    this.timeout(30_000 + megabytes * 1000);
    const folder = folders.make();
    await large(folder);
    const child = spawnWindow(folder, 'window', writes);
    const counted = (): number => Number(/^wchar: (\d+)$/m.exec(fs.readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[1]);
    let output = '';
    child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
    const said = async (word: string): Promise<void> => {
      while (!output.includes(word)) await once(child.stdout ?? assert.fail(), 'data');
    };
    await said('begun');
    const log = path.join(folder, 'log-2.jsonl');
    const before = { bytes: counted(), log: fs.statSync(log).size };
    await said('done');
    const besides = (counted() - before.bytes - (fs.statSync(log).size - before.log)) / writes;
    child.stdin?.end();
    await once(child, 'close');
    console.log(`      ${besides.toFixed(0)} bytes besides the line, which has ${((fs.statSync(log).size - before.log) / writes).toFixed(0)}`);
    console.log(`      the main thread of a window that opens it and writes as much stands still for ${(await stillness(folders.open(folder))).toFixed(0)} ms at most`);
    assert.ok(fs.statSync(path.join(folder, 'snapshot-2.sqlite')).size > megabytes << 20);
    assert.ok(besides >= 0 && besides < 4096);
  });
});
