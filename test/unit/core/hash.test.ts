import assert from 'node:assert/strict';
import { hashText, TextHash } from '../../../src/core/hash';

describe('numbers that stand for texts', () => {
  it('are safe whole numbers, and of 200,000 similar texts no two have the same', () => {
    const seen = new Set<number>();
    for (let number = 0; number < 200_000; number++) seen.add(hashText(`msg_01${number} req_011${number % 7}`));
    assert.equal(seen.size, 200_000);
    assert.ok([...seen].every((value) => Number.isSafeInteger(value) && value >= 0));
  });

  it('are the same when the text comes in pieces, as texts or as bytes', () => {
    const bytes = Buffer.from('"msg_01" é', 'latin1');
    const hash = new TextHash().add('something else').restart();
    assert.equal(hash.addBytes(bytes, 1, 7).add(' req').addBytes(bytes, 8, 10).value, hashText('msg_01 req é'));
    assert.notEqual(new TextHash().addNumber(12).addNumber(3).value, new TextHash().addNumber(1).addNumber(23).value);
  });
});
