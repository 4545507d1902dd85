import assert from 'node:assert/strict';
import type { NativeMessage } from '../../../../src/agents/opencode/message';
import { requestOf } from '../../../../src/agents/opencode/usage';

function answer(tokens: object | undefined, more: Partial<NativeMessage> = {}): NativeMessage {
  const data = { role: 'assistant', providerID: 'mock', modelID: 'some/large', tokens } as NativeMessage['data'];
  return { id: 'msg_1', data, role: 'assistant', created: 1000, source: { file: 'f', line: 1 }, parts: [], isNewShape: false, ...more };
}

const cache = { read: 40, write: 2 };

describe('X27 usage of one opencode answer', () => {
  it('adds reasoning that the total shows to be beside the output (1.18)', () => {
    const request = requestOf(answer({ total: 373, input: 300, output: 25, reasoning: 6, cache }));
    assert.deepEqual(request, {
      at: '1970-01-01T00:00:01.000Z',
      model: 'mock/some/large',
      usage: { input: 300, output: 31, cache_read: 40, cache_write: 2, reasoning: 6 },
    });
  });

  it('leaves an output that holds the reasoning (1.1, 1.2)', () => {
    assert.equal(requestOf(answer({ total: 367, input: 300, output: 25, reasoning: 6, cache }))?.usage.output, 25);
  });

  it('knows by the shape where no total is recorded', () => {
    const tokens = { input: 300, output: 25, reasoning: 6, cache };
    assert.equal(requestOf(answer(tokens))?.usage.output, 25);
    assert.equal(requestOf(answer(tokens, { isNewShape: true }))?.usage.output, 31);
  });

  it('is unknown where it is not recorded, and nothing for a prompt', () => {
    assert.equal(requestOf(answer(undefined)), undefined);
    assert.equal(requestOf(answer({ input: 1 }, { role: 'user' })), undefined);
  });

  it('reads nonsense as nothing', () => {
    const usage = requestOf(answer({ input: -5, output: 'many', reasoning: null, cache: [] }))?.usage;
    assert.deepEqual(usage, { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 });
  });
});
