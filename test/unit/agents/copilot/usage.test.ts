import assert from 'node:assert/strict';
import { readRecord } from '../../../../src/agents/copilot/schema';
import { Spendings } from '../../../../src/agents/copilot/usage';
import type { JsonObject } from '../../../../src/core/json';

type Counts = readonly [input: number, output: number, cacheRead?: number];

let ids = 0;

function record(type: string, data: JsonObject): JsonObject {
  return { type, data, id: `r${ids++}`, timestamp: '2026-06-01T10:00:00.000Z' };
}

function counts([inputTokens, outputTokens, cacheReadTokens = 0]: Counts): JsonObject {
  return { inputTokens, outputTokens, cacheReadTokens };
}

function metrics(models: Readonly<Record<string, readonly [requests: number, counts: Counts]>>): JsonObject {
  return Object.fromEntries(Object.entries(models).map(([model, [count, usage]]) => [model, { requests: { count }, usage: counts(usage) }]));
}

const answer = (): JsonObject => record('assistant.message', { content: 'x', outputTokens: 1 });
const shutdown = (...[models]: Parameters<typeof metrics>): JsonObject => record('session.shutdown', { modelMetrics: metrics(models) });
const snapshot = (...[models]: Parameters<typeof metrics>): JsonObject => record('session.shutdown', { accountingSnapshot: { modelMetrics: metrics(models) } });
const call = (sequence: number, usage: Counts): JsonObject =>
  record('session.usage_record', { usage: { model: 'm', ...counts(usage), accounting: { sourceSessionId: 's', sequence } } });

function sum(...records: JsonObject[]): unknown {
  const spendings = new Spendings();
  for (const raw of records) spendings.add(readRecord(raw));
  const usage = spendings.sum;
  return usage && [usage.input, usage.output, usage.cache_read];
}

describe('X27 the usage of Copilot sessions', () => {
  it('is unknown without any record of it, and nothing where a run ended without a request', () => {
    assert.equal(sum(answer()), null);
    assert.deepEqual(sum(shutdown({})), [0, 0, 0]);
  });

  it('adds the totals of runs, also where a later run of the same model was larger', () => {
    assert.deepEqual(sum(answer(), answer(), shutdown({ m: [2, [100, 10]] }), answer(), answer(), answer(), shutdown({ m: [3, [300, 30]] })), [400, 40, 0]);
    assert.deepEqual(sum(answer(), shutdown({ m: [1, [100, 10]] }), answer(), shutdown({ n: [1, [50, 5]] })), [150, 15, 0]);
  });

  it('takes the last of totals that go on over runs', () => {
    assert.deepEqual(sum(answer(), shutdown({ m: [1, [100, 10, 50]] }), answer(), shutdown({ m: [2, [250, 25, 150]] })), [100, 25, 150]);
    assert.deepEqual(sum(answer(), shutdown({ m: [1, [100, 10]] }), answer(), shutdown({ m: [1, [100, 10]], n: [1, [50, 5]] })), [150, 15, 0]);
  });

  it('counts a shutdown that is recorded twice once', () => {
    assert.deepEqual(sum(answer(), shutdown({ m: [1, [100, 10]] }), shutdown({ m: [1, [100, 10]] })), [100, 10, 0]);
  });

  it('adds calls, each once, and ignores the totals that repeat them', () => {
    assert.deepEqual(sum(call(1, [100, 10, 40]), call(2, [200, 20]), call(2, [200, 20]), snapshot({ m: [2, [300, 30]] })), [260, 30, 40]);
    assert.deepEqual(sum(snapshot({ m: [1, [100, 10]] }), snapshot({ m: [2, [300, 30]] })), [300, 30, 0]);
  });

  it('adds the runs of an old release and the calls of a new one', () => {
    assert.deepEqual(sum(answer(), shutdown({ m: [1, [100, 10]] }), call(1, [200, 20]), snapshot({ m: [1, [200, 20]] })), [300, 30, 0]);
  });

  it('keeps the making of summaries apart', () => {
    const spendings = new Spendings();
    spendings.add(readRecord(call(1, [100, 10])));
    spendings.add(readRecord(record('session.compaction_complete', { success: true, compactionTokensUsed: { model: 'm', ...counts([5000, 200, 4000]) } })));
    assert.deepEqual([spendings.sum?.input, spendings.sum?.output], [100, 10]);
    assert.deepEqual(spendings.all.map(({ isCompaction, usage }) => [isCompaction, usage.input, usage.output]), [[false, 100, 10], [true, 1000, 200]]);
  });
});
