import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { newTranscriptPageState, parseTranscriptPageState } from '../../../src/shared/transcriptPageState';

describe('The state of a transcript page', () => {
  it('reads back what was kept', () => {
    const state = { key: 'codex:0199' as const, mode: 'history', part: 3, at: 12, offset: 40, folds: { a: true, b: false }, branches: ['p2', 'p7'] };
    assert.deepEqual(parseTranscriptPageState(JSON.parse(JSON.stringify(state))), state);
    const fresh = newTranscriptPageState('codex:0199');
    assert.deepEqual(parseTranscriptPageState(fresh), fresh);
  });

  it('is none without a session of an agent that is known', () => {
    for (const value of [undefined, null, 7, 'codex:1', [], {}, { key: 7 }, { key: 'codex' }, { key: 'codex:' }, { key: 'cobol:1' }]) {
      assert.equal(parseTranscriptPageState(value), undefined);
    }
  });

  it('leaves out what makes no sense', () => {
    const state = { key: 'codex:1', branches: ['a', 1, null], mode: 'raw', part: -1, at: -3, offset: 'far', folds: { a: 'yes', b: true, c: null } };
    assert.deepEqual(parseTranscriptPageState(state), { key: 'codex:1', mode: 'chat', part: null, at: null, offset: 0, folds: { b: true }, branches: ['a'] });
    assert.deepEqual(parseTranscriptPageState({ key: 'codex:1', at: 2.7, folds: [true] }), { key: 'codex:1', mode: 'chat', part: null, at: 2, offset: 0, folds: {}, branches: [] });
  });

  it('throws on nothing', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseTranscriptPageState(value)));
    fc.assert(
      fc.property(fc.record({ key: fc.constant('codex:1'), at: fc.anything(), offset: fc.anything(), folds: fc.anything() }), (value) => {
        assert.equal(parseTranscriptPageState(value)?.key, 'codex:1');
      }),
    );
  });
});
