import assert from 'node:assert/strict';
import { recordText, recordType } from '../../../src/shared/recordText';

describe('A raw record', () => {
  it('is named by its type', () => {
    assert.equal(recordType('{"id":1,"type":"quantum-state"}'), 'quantum-state');
  });

  it('is named by all types of an envelope and what is in it, a message by its role', () => {
    assert.equal(recordType('{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"Quantum"}}}'), 'event_msg/item_completed/Quantum');
    assert.equal(recordType('{"id":7,"role":"oracle","content":"x"}'), 'oracle');
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
