import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../src/shared/history';
import { allTypes, countByType, filtered, firstFilter, type HistoryFilter, isFiltering } from '../../../src/shared/historyFilter';

const entry = (role: HistoryEntry['role'], kind: HistoryEntry['kind'], text: string): HistoryEntry => ({ id: text, role, kind, text, sent_at: '' });
const entries = [
  entry('user', 'message', 'Fix (a.b)*'),
  entry('assistant', 'message', 'ON IT'),
  entry('assistant', 'error', 'failed'),
  entry('tool', 'tool_call', 'ls'),
  entry('tool', 'tool_result', 'axb'),
];
const shown = (filter: Partial<HistoryFilter>): string[] => filtered(entries, { ...firstFilter, ...filter }, ({ text }) => text).map(({ text }) => text);

describe('R5 The filters of a history', () => {
  it('show everything but tools at first, and errors of the agent as the agent’s', () => {
    assert.deepEqual(shown({}), ['Fix (a.b)*', 'ON IT', 'failed']);
    assert.deepEqual(shown({ types: { user: false, agent: true, tool: false } }), ['ON IT', 'failed']);
  });

  it('count what there is, whatever is shown', () => {
    assert.deepEqual(countByType(entries), { user: 1, agent: 2, tool: 2 });
  });

  it('look for a text as it stands, whatever its case, among the types that are shown', () => {
    assert.deepEqual(shown({ search: 'a.b' }), ['Fix (a.b)*']);
    assert.deepEqual(shown({ search: 'on it' }), ['ON IT']);
    assert.deepEqual(shown({ search: 'AXB' }), []);
    assert.deepEqual(shown({ types: allTypes, search: 'AXB' }), ['axb']);
  });

  it('are on where they may leave something out', () => {
    assert.deepEqual([firstFilter, { types: allTypes, search: '' }, { types: allTypes, search: 'x' }].map(isFiltering), [true, false, true]);
  });
});
