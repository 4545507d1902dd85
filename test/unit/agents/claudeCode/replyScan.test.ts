import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ReplyScan } from '../../../../src/agents/claudeCode/replyScan';
import { usageOf } from '../../../../src/agents/claudeCode/usage';
import type { JsonObject } from '../../../../src/core/json';

describe('X27 what counts of a line of a transcript', () => {
  const number = fc.oneof(fc.nat(1e9), fc.constantFrom(-5, 1.5, null, 'many'));
  const usage = fc.record({
    input_tokens: number,
    output_tokens: number,
    cache_read_input_tokens: number,
    cache_creation_input_tokens: number,
    cache_creation: fc.oneof(fc.record({ ephemeral_5m_input_tokens: number, ephemeral_1h_input_tokens: number }, { requiredKeys: [] }), fc.constantFrom(null, [], 3)),
    output_tokens_details: fc.record({ thinking_tokens: number }, { requiredKeys: [] }),
    server_tool_use: fc.jsonValue(),
  }, { requiredKeys: [] });
  const message = fc.record({
    id: fc.constantFrom('msg_1', 'msg_2', null),
    role: fc.constant('assistant'),
    model: fc.constantFrom('claude-a', 'claude-b', null),
    content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() })),
    usage: fc.oneof({ weight: 5, arbitrary: usage }, fc.constant(null)),
  }, { requiredKeys: ['role', 'content'] });
  const record = fc.record({
    parentUuid: fc.constant(null),
    message,
    isSidechain: fc.boolean(),
    requestId: fc.constantFrom('req_1', 'req_2'),
    type: fc.constant('assistant'),
    uuid: fc.constantFrom('u-1', 'u-2'),
    timestamp: fc.constantFrom('2026-11-30T10:45:53.414Z', '2026-11-30T10:45:54.001Z', 'soon'),
  }, { requiredKeys: ['message', 'type', 'uuid'] });

  it('is told by its bytes as by parsing it', () => {
    const scan = new ReplyScan('own', false);
    const told = new Map<string, number>();
    fc.assert(
      fc.property(record, fc.nat(3), (value, turn) => {
        const bytes = Buffer.from(`.${JSON.stringify(value)}.`);
        assert.equal(scan.read(bytes, 1, bytes.length - 1, turn), 'reply');
        const { message: { id, model, usage: used } } = value;
        const at = Date.parse(value.timestamp ?? '');
        assert.deepEqual([scan.model, scan.at, scan.isSide], [model ?? null, Number.isNaN(at) ? undefined : at, value.isSidechain === true]);
        assert.equal(scan.hasUsage, used != null);
        if (used != null) assert.deepEqual({ ...scan.usage }, usageOf(used as JsonObject));
        // One request is one number, and another is another.
        const key = `${id ?? value.uuid} ${value.requestId ?? `turn ${turn}`}`;
        assert.equal(told.get(key) ?? scan.id, scan.id);
        told.set(key, scan.id);
      }),
    );
    assert.equal(new Set(told.values()).size, told.size);
  });
});
