import assert from 'node:assert/strict';
import { estimatedSize } from '../../../src/transcript/sizeEstimate';

describe('R1 The size of a projection', () => {
  const shared = 'abcd';
  const value = { a: [shared, shared, 1], b: null };
  // 64 + ("a": 34) + 64 + 3 × 8 + 40 + 40 + 16 + ("b": 34) + 16
  const size = 332;

  it('counts texts, keys, places and what is shared each time', () => {
    assert.equal(estimatedSize(value, 1000), size);
  });

  it('may be as large as the budget, and no larger', () => {
    assert.equal(estimatedSize(value, size), size);
    assert.equal(estimatedSize(value, size - 1), Infinity);
  });

  it('does not touch what comes after the budget is spent', () => {
    const untouched = { get: () => assert.fail('touched') };
    assert.equal(estimatedSize(['x'.repeat(1000), Object.defineProperty({}, 'late', { enumerable: true, ...untouched })], 200), Infinity);
  });

  it('is endless 100 levels deep, or in a circle, without an overflow', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100; level++) deep = [deep];
    assert.equal(estimatedSize(deep, 1e9), Infinity);
    const circle: unknown[] = [];
    circle.push(circle);
    assert.equal(estimatedSize(circle, 1e9), Infinity);
  });
});
