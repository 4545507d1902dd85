import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CountScan } from '../../../../src/agents/codex/countScan';
import { handleLine } from '../../../../src/agents/codex/records';
import { countsOf } from '../../../../src/agents/codex/schema';
import { UsageMeter } from '../../../../src/agents/codex/usage';
import { asObject, type JsonObject } from '../../../../src/core/json';

describe('X27 what counts of a line of a rollout', () => {
  const counts = fc.record({
    input_tokens: fc.oneof(fc.nat(1e9), fc.constantFrom(-5, 1.5, 1e21)),
    cached_input_tokens: fc.nat(1e6),
    cache_write_input_tokens: fc.oneof(fc.nat(9), fc.constant(null)),
    output_tokens: fc.oneof(fc.nat(1e6), fc.constant('many')),
    reasoning_output_tokens: fc.nat(99),
    total_tokens: fc.nat(),
  }, { requiredKeys: ['input_tokens'] });
  const info = fc.oneof(fc.constant(null), fc.record({ total_token_usage: fc.oneof(counts, fc.constant(null)), last_token_usage: counts, model_context_window: fc.nat() }, { requiredKeys: [] }));
  const payload = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('token_count'), info, rate_limits: fc.jsonValue() }, { requiredKeys: ['type', 'info'] }) },
    fc.record({ type: fc.constantFrom('message', 'task_started', 'turn_started', 'agent_message', 'item_completed'), text: fc.string(), turn_id: fc.string() }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue(), { noNullPrototype: true }),
  );
  const record = fc.record({
    timestamp: fc.constant('2026-11-30T10:45:53.414Z'),
    ordinal: fc.nat(1000),
    type: fc.constantFrom('event_msg', 'response_item', 'turn_context', 'token_usage_record', 'session_meta', 'compacted', 'unheard_of'),
    payload,
  }, { requiredKeys: ['timestamp', 'type', 'payload'] }).map(({ timestamp, ordinal, type, payload: what }) => JSON.stringify({ timestamp, ordinal, type, payload: what }));
  // Also records that a crash cut off, and the next one on the same line.
  const line = fc.oneof({ weight: 4, arbitrary: record }, fc.tuple(record, fc.double({ min: 0, max: 1, noNaN: true }), record).map(([cut, part, next]) => cut.slice(0, Math.floor(cut.length * part)) + next));

  it('is told by its bytes as by parsing it, or left to be parsed', () => {
    const scan = new CountScan();
    let told = 0;
    fc.assert(
      fc.property(line, (text) => {
        const bytes = Buffer.from(`\n${text}\n`);
        const found = scan.read(bytes, 1, bytes.length - 1);
        if (found === undefined) return;
        told++;
        const parsed: [string | null, number | null, JsonObject][] = [];
        const whole = bytes.subarray(1, -1);
        handleLine({ bytes: whole, number: 1, offset: 0, terminated: true, length: whole.length }, {
          record: (peek, of) => {
            const counted = UsageMeter.wants(peek, 'full') ? of() : undefined;
            if (counted !== undefined) parsed.push([peek.at, peek.ordinal, counted]);
          },
          broken: () => undefined,
        });
        if (found === 'nothing') assert.deepEqual(parsed, []);
        else {
          const [[at, ordinal, what] = []] = parsed;
          const expected = asObject(what?.['info']);
          assert.deepEqual(found, { at, ordinal, total: countsOf(expected?.['total_token_usage']), last: countsOf(expected?.['last_token_usage']) });
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(told > 200, String(told));
  });
});
