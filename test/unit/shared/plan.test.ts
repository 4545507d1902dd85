import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json';
import { currentStep, planOf } from '../../../src/shared/plan';

const plan = (input: JsonObject | string): unknown => planOf({ input })?.map(({ text, status }) => `${status}: ${text}`);

describe('A1 The plan that a call writes down', () => {
  it('is read as each agent records it', () => {
    assert.deepEqual(plan({ todos: [{ content: 'Look', activeForm: 'Looking', status: 'completed' }, { content: 'Fix', status: 'in_progress' }] }), ['completed: Look', 'in_progress: Fix']);
    assert.deepEqual(plan({ explanation: 'why', plan: [{ step: 'Look', status: 'done' }, { step: 'Fix', status: 'pending' }] }), ['completed: Look', 'pending: Fix']);
    assert.deepEqual(plan({ todos: [{ description: 'Look', status: 'cancelled' }] }), ['cancelled: Look']);
    assert.deepEqual(plan({ todos: '- [x] Look\n- [ ] Fix\n' }), ['completed: Look', 'pending: Fix']);
  });

  it('is none where a list holds anything else', () => {
    assert.equal(plan({ todos: [{ content: 'Look', status: 'completed' }, 'Fix'] }), undefined);
    assert.equal(plan({ todos: [{ content: 'Look', status: 'constructor' }] }), undefined);
    assert.equal(plan({ todos: [] }), undefined);
    assert.equal(plan({ plan: 'Look, then fix' }), undefined);
    assert.equal(plan({ todos: 'First\n- [ ] Fix' }), undefined);
    assert.equal(plan('todos'), undefined);
  });

  it('is at the step under work, else at the first that is left, else at the last', () => {
    const steps = (...statuses: ('pending' | 'in_progress' | 'completed')[]): string | undefined =>
      currentStep(statuses.map((status, index) => ({ text: String(index), status })))?.text;
    assert.deepEqual([steps('completed', 'pending', 'in_progress'), steps('completed', 'pending', 'pending'), steps('completed', 'completed')], ['2', '1', '1']);
  });
});
