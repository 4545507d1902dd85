import assert from 'node:assert/strict';
import { clip, collapse } from '../../../src/core/text';

describe('text', () => {
  it('collapses white space to single blanks', () => {
    assert.equal(collapse('  a\n\tb  c '), 'a b c');
  });

  it('clips with an ellipsis, within the limit, never inside a surrogate pair', () => {
    assert.equal(clip('abc', 3), 'abc');
    assert.equal(clip('abcd', 3), 'ab…');
    assert.equal(clip('a😀bc', 3), 'a…');
    assert.equal(clip('a😀bc', 4), 'a😀…');
  });
});
