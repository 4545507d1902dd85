import assert from 'node:assert/strict';
import type { Json } from '../../../src/core/json';
import { prettyJson } from '../../../src/shared/prettyJson';

const nested = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;

describe('JSON for reading', () => {
  it('is indented', () => {
    assert.equal(prettyJson({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
    assert.ok(prettyJson(nested(20)).includes('\n'));
  });

  it('is on one line where indentation would take more than the text', () => {
    assert.equal(prettyJson(nested(2000)), JSON.stringify(nested(2000)));
    assert.ok(!prettyJson(nested(22)).includes('\n'));
  });
});
