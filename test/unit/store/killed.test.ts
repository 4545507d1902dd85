import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Replica } from '../../../src/store/replica';
import { Engine } from '../../../src/store/sqlEngine';
import { StoreFiles } from '../../../src/store/storeFiles';
import { currentOf, dump, dumpOf, replay } from './replay';
import { must, spawnWindow, StoreFolders } from './storeFolder';

/** How often a writing process is killed. LOCALIX_KILL_ROUNDS=2000 takes a quarter of an hour. */
const rounds = Number(process.env['LOCALIX_KILL_ROUNDS'] ?? 40);
/** A new store every so often: each start reads all that is there. */
const roundsPerStore = 40;

/** Starts a window that writes without an end, and kills it at some moment. Answers what it was told to be written. */
async function killedWriter(folder: string, name: string, compactAt: number): Promise<string[]> {
  const child = spawnWindow(folder, name, 1e9, compactAt);
  const linesBefore = Math.random() * 12;
  let output = '';
  let isDoomed = false;
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString();
    if (isDoomed || output.split('\n').length < linesBefore) return;
    isDoomed = true;
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 20);
  });
  await new Promise((resolve) => child.on('close', resolve));
  // A lock that was left behind counts only after two seconds. Here they pass at once.
  const lock = path.join(folder, 'lock');
  if (fs.existsSync(lock)) fs.utimesSync(lock, 0, 0);
  // Behind the last line feed there may be half a line.
  return output.split('\n').slice(0, -1).filter((line) => /^(acked|drafted) /.test(line));
}

describe(`a window that is killed while it writes, ${rounds} times`, () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());

  it('has lost no acknowledged write and given no number twice; the log gives the same database again', async function () {
    this.timeout(60_000 + rounds * 2000);
    const engine = await Engine.load();
    let acknowledged = 0;
    let epochs = 0;
    for (let left = rounds; left > 0; left -= roundsPerStore) {
      const folder = folders.make();
      const lines: string[] = [];
      for (let round = 0; round < Math.min(left, roundsPerStore); round++) lines.push(...(await killedWriter(folder, `round${round}`, 3_000)));
      acknowledged += lines.length;
      const store = folders.open(folder);
      const chats = new Map(must(await store.read('chats', { project: 'PRJ-1' })).map((chat) => [chat.id as string, chat]));
      const acked = lines.filter((line) => line.startsWith('acked')).map((line) => /^acked (\S+) (.*)$/.exec(line)?.slice(1) as [string, string]);
      assert.deepEqual(acked.filter(([id, title]) => chats.get(id)?.title !== title), []);
      assert.equal(new Set(acked.map(([id]) => id)).size, acked.length);
      const replica = new Replica({ engine, files: new StoreFiles(folder) });
      must(replica.catchUp());
      assert.equal(dump((sql) => replica.state?.database.all(sql, []) ?? []), dumpOf(replay(folder)));
      epochs += currentOf(folder).epoch - 1;
      replica.forget();
      await folders.endAll();
    }
    console.log(`      ${acknowledged} acknowledged writes, ${epochs} compactions`);
    assert.ok(acknowledged >= rounds);
  });
});
