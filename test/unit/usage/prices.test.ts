import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { calcPrice } from '@pydantic/genai-prices';
import { Prices } from '../../../src/usage/prices';
import { report } from '../../../src/usage/report';
import type { UsageEntry } from '../../../src/usage/usageEntries';

const usage = { input: 1000, output: 500, cache_read: 20_000, cache_write: 3000, reasoning: 100 };

describe('B3 Cost estimates', () => {
  it('come from a table that is what the package has', async () => {
    const { priceTable } = (await import(pathToFileURL(path.resolve('scripts/prices.mjs')).href)) as { priceTable(): Promise<string> };
    assert.equal(fs.readFileSync('src/usage/priceTable.json', 'utf8'), await priceTable(), 'node scripts/prices.mjs writes it anew');
  });

  it('are what the package itself calculates', () => {
    const models: [string, string][] = [
      ['claude-opus-4-5-20251101', 'anthropic'], ['claude-sonnet-4-5-20250929', 'anthropic'], ['claude-haiku-4-5-20251001', 'anthropic'],
      ['gpt-5.2-codex', 'openai'], ['gpt-5.1-codex', 'openai'], ['gpt-5.1-codex-mini', 'openai'], ['gemini-3.8-flash', 'google'],
    ];
    for (const [model, providerId] of models) {
      const tokens = { input_tokens: 24_000, cache_read_tokens: 20_000, cache_write_tokens: providerId === 'anthropic' ? 3000 : 0, output_tokens: 500 };
      const expected = calcPrice(tokens, model, { providerId, timestamp: new Date('2026-09-01T12:00:00Z') });
      const own = { ...usage, input: 24_000 - 20_000 - tokens.cache_write_tokens, cache_write: tokens.cache_write_tokens };
      const cost = new Prices().costOf(model, '2026-09-01', own);
      assert.ok(Math.abs((cost ?? NaN) - (expected?.total_price ?? NaN)) < 1e-9, `${model}: ${cost} instead of ${expected?.total_price}`);
    }
  });

  it('know the maker before a name, and take nobody else\'s price for it', () => {
    const prices = new Prices();
    assert.equal(prices.costOf('anthropic/claude-opus-4-5', null, usage), prices.costOf('claude-opus-4-5', null, usage));
    assert.equal(prices.costOf('openrouter/anthropic/claude-opus-4-5', null, usage), prices.costOf('claude-opus-4-5', null, usage));
    for (const model of ['ollama/gpt-5.2', 'mock/model-a', 'model-a', '', null]) assert.equal(prices.costOf(model, null, usage), null);
  });

  it('follow a person\'s own prices before the table', () => {
    const prices = new Prices({ 'model-a': { input: 10, output: 20 }, 'claude-opus-4-5': { input: 0, output: 0, cache_read: 0, cache_write: 0 } });
    // Tokens of the cache cost what others do, unless it is said what they cost.
    assert.equal(prices.costOf('model-a', null, usage), (10 * (1000 + 20_000 + 3000) + 20 * 500) / 1e6);
    assert.equal(prices.costOf('claude-opus-4-5', null, usage), 0);
  });

  it('leave out and name what has no price, and are unknown where nothing has one', () => {
    const entry = (model: string | null): UsageEntry => ({ session: 'codex:a', agent: 'codex', project: null, day: '2026-09-01', model, isSide: false, requests: 1, usage });
    const { totals, groups, unpriced } = report([entry('gpt-5.2'), entry('model-a'), entry(null)], 'model', {}, new Prices({ 'gpt-5.2': { input: 1, output: 1 } }));
    assert.deepEqual(Object.fromEntries(groups.map(({ name, cost_estimate }) => [String(name), cost_estimate])), { 'gpt-5.2': 0.0245, 'model-a': null, null: null });
    assert.deepEqual([totals.cost_estimate, totals.requests, unpriced], [0.0245, 3, ['model-a', null]]);
  });
});
