import assert from 'node:assert/strict';
import { asCount, asCountOrNone } from '../../../src/core/json';

describe('counts in foreign JSON', () => {
  it('are whole numbers that can be summed up exactly', () => {
    for (const [value, count] of [[7, 7], [1.5, 1], [0, 0], [-3, 0], [1e12, 1e12]] as const) assert.equal(asCount(value), count);
  });

  it('are absent where no count can be meant', () => {
    for (const value of ['7', null, undefined, [], {}, true, Number.NaN, Infinity, 1e308, 9_007_199_254_740_993]) {
      assert.deepEqual([asCount(value), asCountOrNone(value)], [0, undefined]);
    }
  });
});
