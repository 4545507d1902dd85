import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { migrations } from '../../../src/store/migrations';
import { writes } from '../../../src/store/operations';
import { type LocalWindow, localWindow, StoreFolders } from './storeFolder';

describe('a window\'s copy', () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());
  const put = ({ writer }: LocalWindow, ...values: string[]): Promise<unknown> =>
    Promise.all(values.map((value) => writer.write((tx) => writes.setPlace(tx, { scope: value, value }))));
  const values = ({ replica }: LocalWindow): unknown => replica.state?.database.all('SELECT value FROM place ORDER BY value', []).map(({ value }) => value);

  async function storeWith(...all: string[]): Promise<{ log: string; window: LocalWindow }> {
    const folder = folders.make();
    const window = await localWindow(folder);
    await put(window, ...all);
    return { log: path.join(folder, 'log-1.jsonl'), window };
  }

  it('is read anew when the log goes on from another history, as after a restored backup', async () => {
    const { log, window } = await storeWith('a1', 'a2');
    const other = await storeWith('b1', 'b2', 'b3');
    assert.deepEqual(values(window), ['a1', 'a2']);
    fs.writeFileSync(log, fs.readFileSync(other.log));
    assert.equal(window.replica.catchUp().ok, true);
    assert.deepEqual(values(window), ['b1', 'b2', 'b3']);
  });

  it('is read anew when the log is shorter than it was', async () => {
    const { log, window } = await storeWith('a1', 'a2', 'a3');
    const lines = fs.readFileSync(log, 'utf8').split('\n');
    fs.writeFileSync(log, [...lines.slice(0, migrations.length + 2), ''].join('\n'));
    assert.equal(window.replica.catchUp().ok, true);
    assert.deepEqual(values(window), ['a1', 'a2']);
  });

  it('leaves nothing open, however often it looks at a snapshot that is gone', async function () {
    if (!fs.existsSync('/proc/self/fd')) this.skip();
    const { log, window } = await storeWith('a1');
    const current = { epoch: 1, sequence: 0, previous: '', snapshot: 'of a snapshot' };
    fs.writeFileSync(path.join(path.dirname(log), 'current'), JSON.stringify(current));
    const open = (): string[] => fs.readdirSync('/proc/self/fd').flatMap((name) => linkOf(`/proc/self/fd/${name}`)).filter((file) => file === log);
    for (let times = 0; times < 3; times++) assert.equal(window.replica.catchUp().ok, false);
    assert.deepEqual(open(), []);
  });

  function linkOf(descriptor: string): string[] {
    try {
      return [fs.readlinkSync(descriptor)];
    } catch {
      return [];
    }
  }

  it('applies a line when it is whole, and only once', async () => {
    const { log, window } = await storeWith('a1', 'a2');
    const whole = fs.readFileSync(log);
    const cut = whole.length - 20;
    fs.writeFileSync(log, whole.subarray(0, cut));
    const late = await localWindow(path.dirname(log));
    assert.deepEqual([late.replica.catchUp().ok, values(late)], [true, ['a1']]);
    fs.appendFileSync(log, whole.subarray(cut, cut + 10));
    assert.deepEqual(late.replica.catchUp(), { ok: true, value: [] });
    fs.appendFileSync(log, whole.subarray(cut + 10));
    const caught = late.replica.catchUp();
    assert.deepEqual(caught.ok && caught.value.map(({ sequence }) => sequence), [migrations.length + 2]);
    assert.deepEqual(values(late), ['a1', 'a2']);
    assert.deepEqual(late.replica.catchUp(), { ok: true, value: [] });
    late.replica.forget();
    window.replica.forget();
  });
});
