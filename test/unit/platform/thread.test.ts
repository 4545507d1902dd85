import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { RequestThread } from '../../../src/platform/thread';

/** A thread as it stands on the other side of the wire: what `serve` and `tell` do is shown by the threads of the product. */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage({ told: 'started' });
parentPort.on('message', ({ id, name, params }) => {
  if (name === 'crash') throw new Error('it fell over');
  if (name === 'leave') process.exit();
  if (name === 'refuse') parentPort.postMessage({ id, ok: false, message: 'no' });
  if (name === 'echo') parentPort.postMessage({ id, ok: true, value: [workerData, params] });
});`;

describe('A thread that answers requests', () => {
  let folder: string;
  let thread: RequestThread;
  let told: unknown[];
  let logged: string[];
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-thread-'));
    fs.writeFileSync(path.join(folder, 'thread.cjs'), script);
    told = [];
    logged = [];
    thread = new RequestThread({
      ...{ script: path.join(folder, 'thread.cjs'), name: 'scribe', data: 7 },
      ...{ log: (line: string) => logged.push(line), onTold: (one: unknown) => told.push(one) },
    });
  });
  afterEach(async () => {
    await thread.end();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('starts with the first one', async () => {
    assert.equal(thread.isRunning, false);
    const asked = [thread.request('echo', 'a'), thread.request('echo', 'b')];
    assert.deepEqual([thread.isRunning, thread.waiting], [true, 2]);
    assert.deepEqual(await Promise.all(asked), [[7, 'a'], [7, 'b']]);
    assert.deepEqual([thread.waiting, told], [0, ['started']]);
    await assert.rejects(thread.request('refuse', null), { message: 'no' });
  });

  for (const [how, reason] of [['crash', 'scribe failed: it fell over'], ['leave', 'scribe ended']] as const) {
    it(`fails what it had when it ends by itself, and starts again: ${how}`, async () => {
      const lost = [thread.request('wait', null), thread.request(how, null)];
      assert.deepEqual((await Promise.allSettled(lost)).map((one) => one.status === 'rejected' && (one.reason as Error).message), [reason, reason]);
      assert.deepEqual(await thread.request('echo', 'a'), [7, 'a']);
      assert.deepEqual(told, ['started', 'started']);
      assert.equal(logged.length, how === 'crash' ? 1 : 0);
    });
  }

  it('settles everything at its end', async () => {
    const lost = thread.request('wait', null);
    const [settled] = await Promise.all([Promise.allSettled([lost]), thread.end()]);
    assert.deepEqual(settled.map((one) => one.status === 'rejected' && (one.reason as Error).message), ['disposed']);
    await assert.rejects(thread.request('echo', 'a'), { message: 'disposed' });
  });
});
