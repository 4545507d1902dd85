import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseUsagePageState } from '../../../src/shared/usagePageState';

describe('X27 what the usage page keeps', () => {
  it('comes back as it was', () => {
    const state = { tab: 'localix', query: { scope: 'everywhere', period: 'custom', custom: { since: '2026-01-01', until: null }, agent: 'codex', project: '' } };
    assert.deepEqual(parseUsagePageState(JSON.parse(JSON.stringify(state))), state);
  });

  it('is that of a new page for whatever makes no sense, and never an error', () => {
    const fresh = { tab: 'external', query: { scope: 'folders', period: '30', custom: { since: null, until: null } } };
    assert.deepEqual(parseUsagePageState({ query: { period: 'hour', scope: 3, custom: { since: 'x' }, agent: 1 } }), fresh);
    fc.assert(fc.property(fc.anything(), (value) => assert.ok(parseUsagePageState(value).query.period)));
  });
});
