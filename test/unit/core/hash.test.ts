import assert from 'node:assert/strict';
import { hashText } from '../../../src/core/hash';

describe('numbers that stand for texts', () => {
  it('are safe whole numbers, and of 200,000 similar texts no two have the same', () => {
    const seen = new Set<number>();
    for (let number = 0; number < 200_000; number++) seen.add(hashText(`msg_01${number} req_011${number % 7}`));
    assert.equal(seen.size, 200_000);
    assert.ok([...seen].every((value) => Number.isSafeInteger(value) && value >= 0));
  });
});
