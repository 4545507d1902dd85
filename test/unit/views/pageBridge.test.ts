import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/events';
import type { HostMessage } from '../../../src/shared/bridge';
import { PageBridge } from '../../../src/views/pageBridge';
import { transcriptParams } from '../../../src/views/schema';

interface Sums {
  requests: {
    add: { params: { a: number; b: number }; result: number };
    fail: { params: unknown; result: never };
  };
  events: { changed: { by: string } };
}

const numbers = {
  parse(value: unknown): { a: number; b: number } {
    const { a, b } = value as { a: unknown; b: unknown };
    if (typeof a !== 'number' || typeof b !== 'number') throw new Error('not numbers');
    return { a, b };
  },
};

describe('The host\'s end of a page', () => {
  let received = new Emitter<unknown>();
  let sent: HostMessage[] = [];
  let logged: string[] = [];
  let bridge: PageBridge<Sums>;

  beforeEach(() => {
    received = new Emitter();
    sent = [];
    logged = [];
    bridge = new PageBridge<Sums>({
      webview: { onDidReceiveMessage: received.event, postMessage: (message: HostMessage) => Promise.resolve(sent.push(message) > 0) },
      checks: { add: numbers, fail: { parse: (value) => value } },
      handlers: { add: ({ a, b }) => Promise.resolve(a + b), fail: () => Promise.reject(new Error('a bug')) },
      log: (message) => logged.push(message),
    });
  });

  const request = async (name: string, params: unknown): Promise<HostMessage[]> => {
    received.fire({ kind: 'request', id: 7, name, params });
    await new Promise(setImmediate);
    return sent;
  };

  it('answers a request', async () => {
    assert.deepEqual(await request('add', { a: 2, b: 3 }), [{ kind: 'answer', id: 7, result: 5 }]);
  });

  it('answers when the handler throws, and logs why', async () => {
    assert.deepEqual(await request('fail', null), [{ kind: 'answer', id: 7, error: 'a bug' }]);
    assert.deepEqual(logged, ['request fail']);
  });

  it('answers what makes no sense with an error', async () => {
    assert.deepEqual(await request('add', { a: '2' }), [{ kind: 'answer', id: 7, error: 'not numbers' }]);
    sent = [];
    assert.deepEqual(await request('toString', {}), [{ kind: 'answer', id: 7, error: 'unknown request toString' }]);
  });

  it('passes over what is no request', async () => {
    received.fire('hello');
    received.fire({ kind: 'request', name: 'add' });
    await new Promise(setImmediate);
    assert.deepEqual(sent, []);
    assert.equal(logged.length, 2);
  });

  it('logs why a page could not begin', async () => {
    received.fire({ kind: 'failed', reason: 'page.js' });
    await new Promise(setImmediate);
    assert.deepEqual([logged, sent], [['a page could not begin'], []]);
  });

  it('sends events, and nothing after its end', async () => {
    bridge.send('changed', { by: 'agent' });
    assert.deepEqual(sent, [{ kind: 'event', name: 'changed', value: { by: 'agent' } }]);
    bridge.dispose();
    bridge.send('changed', { by: 'agent' });
    assert.equal((await request('add', { a: 1, b: 1 })).length, 1);
  });
});

describe('What the transcript page may ask', () => {
  it('names places from 0 on', () => {
    assert.deepEqual(transcriptParams['transcript.window'].parse({ part: null, branches: ['a'], from: 0, count: 200 }), { part: null, branches: ['a'], from: 0, count: 200 });
    for (const from of [-1, 0.5, '0', undefined, Number.NaN]) {
      assert.throws(() => transcriptParams['transcript.window'].parse({ part: null, branches: [], from, count: 1 }));
    }
    assert.throws(() => transcriptParams['transcript.window'].parse({ part: -1, branches: [], from: 0, count: 1 }));
  });
});
