import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import type { Chat } from '../../../src/store/rows';
import { currentOf, linesOf, replay } from './replay';
import { spawnWindow, StoreFolders } from './storeFolder';

/** Writes of each window. LOCALIX_STORE_WRITES=10000 takes a minute or two. */
const writes = Number(process.env['LOCALIX_STORE_WRITES'] ?? 300);

/** A window that has written all it had to. */
interface Window {
  readonly said: readonly string[];
  /** The chats as it sees them, and no more of it. */
  finish(): Promise<string>;
}

async function write(folder: string, name: string, compactAt?: number): Promise<Window> {
  const child = spawnWindow(folder, name, writes, compactAt);
  const lines = createInterface(child.stdout ?? assert.fail())[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    return line.done === true ? assert.fail(`${name} ended`) : line.value;
  };
  const said: string[] = [];
  for (let line = await next(); line !== 'done'; line = await next()) said.push(line);
  const finish = async (): Promise<string> => {
    child.stdin?.write('state\n');
    const state = await next();
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.stdin?.end();
    await closed;
    return state;
  };
  return { said, finish };
}

describe(`two windows that write at the same time, ${writes} times each`, () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());

  for (const [what, compactAt] of [['one log', undefined], ['many epochs', 60_000]] as const) {
    it(`have one order, lose nothing and end alike: ${what}`, async function () {
      this.timeout(60_000 + writes * 50);
      const folder = folders.make();
      const windows = await Promise.all(['left', 'right'].map((name) => write(folder, name, compactAt)));
      const told = windows.flatMap(({ said }) => said.filter((line) => /^(acked|drafted) /.test(line)));
      assert.equal(told.length, writes * 2);
      const [left, right] = await Promise.all(windows.map((window) => window.finish()));
      assert.equal(left, right);

      const database = replay(folder);
      const titles = new Map(database.prepare('SELECT id, title FROM chat').all().map((row) => [row['id'], row['title']]));
      const acked = told.filter((line) => line.startsWith('acked')).map((line) => line.split(' '));
      assert.deepEqual(acked.filter(([, id, ...title]) => titles.get(id ?? '') !== title.join(' ')), []);
      assert.equal(titles.size, acked.length);
      assert.deepEqual((JSON.parse(left ?? '') as { value: Chat[] }).value.map(({ id }) => id).sort(), [...titles.keys()].sort());
      if (compactAt === undefined) {
        const turns = linesOf(folder).filter((line, index, all) => line.window !== all[index - 1]?.window).length;
        console.log(`      the windows took turns ${turns} times`);
        assert.ok(turns > 2);
      } else {
        console.log(`      ${currentOf(folder).epoch - 1} compactions`);
        assert.ok(currentOf(folder).epoch > 1);
      }
    });
  }
});
