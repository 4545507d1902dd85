import assert from 'node:assert/strict';
import type { Json } from '../../../src/core/json';
import { prettyJson, readableJson } from '../../../src/shared/prettyJson';

const nested = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;

describe('JSON for reading', () => {
  it('is indented', () => {
    assert.equal(prettyJson({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
    assert.ok(prettyJson(nested(20)).includes('\n'));
  });

  it('has short lists of texts and numbers on one line for people', () => {
    const long = 'x'.repeat(30);
    const value = { short: [1, 'a "b", [\n', -2.5, null], empty: [], nested: [[1], { a: [2] }], long: [long, long, long] };
    const lines = readableJson(value).split('\n').map((line) => line.trim());
    assert.deepEqual(lines.slice(1, 9), ['"short": [1, "a \\"b\\", [\\n", -2.5, null],', '"empty": [],', '"nested": [', '[1],', '{', '"a": [2]', '}', '],']);
    assert.deepEqual(JSON.parse(readableJson(value)), value);
    assert.ok(readableJson(value).includes(`[\n    "${long}",\n`));
  });

  it('is on one line where indentation would take more than the text', () => {
    assert.equal(prettyJson(nested(2000)), JSON.stringify(nested(2000)));
    assert.ok(!prettyJson(nested(22)).includes('\n'));
  });
});
