import assert from 'node:assert/strict';
import { titleOf } from '../../../../src/agents/opencode/title';

const placeholder = 'New session - 2026-11-30T10:31:50.087Z';

describe('X3 titles of opencode sessions', () => {
  it('are the recorded ones, on one line', () => {
    assert.deepEqual(titleOf('Two\n lines', 'prompt'), { title: 'Two lines', titleSource: 'generated' });
    assert.deepEqual(titleOf('New session - planning', 'prompt'), { title: 'New session - planning', titleSource: 'generated' });
  });

  it('are the first line of the first prompt where a placeholder stands, or nothing', () => {
    for (const title of [placeholder, placeholder.replace('session', 'Session'), placeholder.replace('New', 'Child'), '', '  ']) {
      assert.deepEqual(titleOf(title, '\n  Do it\nnow'), { title: 'Do it', titleSource: 'first_prompt' });
    }
  });

  it('stay the placeholder where there is no prompt either', () => {
    assert.deepEqual(titleOf(placeholder, null), { title: placeholder, titleSource: 'none' });
    assert.deepEqual(titleOf(placeholder, ' \n '), { title: placeholder, titleSource: 'none' });
  });

  it('are cut when a log was pasted', () => {
    assert.equal(titleOf(placeholder, 'x'.repeat(1_000_000)).title.length, 1000);
  });
});
