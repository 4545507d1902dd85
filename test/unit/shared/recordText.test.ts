import assert from 'node:assert/strict';
import { recordText, recordType } from '../../../src/shared/recordText';

describe('A raw record', () => {
  it('is named by its type', () => {
    assert.equal(recordType('{"id":1,"type":"quantum-state"}'), 'quantum-state');
  });

  it('is named by its type also when it was cut', () => {
    assert.equal(recordType('{"type": "huge", "data": "aaaa'), 'huge');
  });

  it('has no type when it names none, or isn’t JSON', () => {
    for (const text of ['{"kind":"x"}', '[1]', '', 'type', '{"type":7}', '{"type":"  "}']) assert.equal(recordType(text), undefined, text);
  });

  it('is indented where it is whole, else shown as it is', () => {
    assert.equal(recordText('{"a":{"b":1}}'), '{\n  "a": {\n    "b": 1\n  }\n}');
    assert.equal(recordText('{"a":'), '{"a":');
  });
});
