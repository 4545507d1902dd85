import assert from 'node:assert/strict';
import { timelineOf } from '../../../src/shared/timeline';
import type { ToolCall, TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { branchesByFlags } from '../../../src/transcript/branches';
import { Conversation } from '../../../src/transcript/conversation';
import { search, searchShown } from '../../../src/transcript/search';

function event(id: string, text: string, tool?: Pick<ToolCall, 'input' | 'output'>): TranscriptEvent {
  const call = tool && ({ name: 'Bash', kind: 'execute', status: 'completed', ...tool } as const);
  return { id, type: call ? 'tool_call' : 'user_message', at: null, author: null, text, on_active_branch: true, source: { file: 'a', line: 1 }, ...(call && { tool: call }) };
}

const timeline = timelineOf([
  event('a', 'Why does it FAIL? (a+b)'),
  event('b', '', { input: { command: 'npm test' }, output: 'fine' }),
  event('c', '', { input: { command: 'ls' }, output: '1 \u001b[31mfail\u001b[0mure\nof many' }),
  event('d', 'Nothing'),
]);
const found = (text: string): string[] => search(timeline, text).matches.map(({ row, id }) => `${row} ${id}`);

describe('R5 Search in a conversation', () => {
  it('is for a text as it stands, whatever its case', () => {
    assert.deepEqual(found('fail?'), ['0 a']);
    assert.deepEqual(found('(A+B)'), ['0 a']);
    assert.deepEqual(found('a.b'), []);
  });

  it('is for what is read, and for what was written', () => {
    const marked = timelineOf([event('e', 'Use `npm` **te**st')]);
    assert.equal(search(marked, 'npm test').total, 1);
    assert.equal(search(marked, '`npm` **te').total, 1);
  });

  it('finds a call by its name, its arguments and its result, as one', () => {
    assert.deepEqual(found('bash'), ['1 b', '1 c']);
    assert.deepEqual(found('npm TEST'), ['1 b']);
    assert.deepEqual(found('failure'), ['1 c']);
    assert.deepEqual(found('fail'), ['0 a', '1 c']);
  });

  it('names no more than 5,000 and counts all', () => {
    const many = timelineOf(Array.from({ length: 6000 }, (_, index) => event(`e${index}`, 'word')));
    const { matches, total } = search(many, 'word');
    assert.deepEqual([matches.length, total], [5000, 6000]);
  });

  it('counts what is on branches that are not shown, and leads round them', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => event(id, `word ${id}`));
    const told = branchesByFlags([a, { ...b, on_active_branch: false }, c].flatMap((each) => (each === undefined ? [] : [each])) as TranscriptEvent[]);
    const conversation = new Conversation(told);
    const look = (text: string, branches: readonly string[]): unknown => {
      const { matches, elsewhere } = searchShown({ events: told.events, conversation }, text, branches);
      return [matches.map(({ row, id }) => `${row} ${id}`), elsewhere];
    };
    assert.deepEqual(look('word', []), [['0 a', '1 c'], { count: 1, id: 'b', branches: ['a', 'b'] }]);
    assert.deepEqual(look('word', ['b']), [['0 a', '1 b'], { count: 1, id: 'c', branches: ['a', 'c'] }]);
    assert.deepEqual(look('word a', []), [['0 a'], null]);
  });
});
