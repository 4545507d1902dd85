import assert from 'node:assert/strict';
import { tally } from '../../../src/shared/tally';
import type { PageEvent } from '../../../src/shared/transcriptContract';
import type { ToolCall } from '../../../src/shared/transcriptEvent';
import { pageItem } from '../../../src/transcript/pageEvents';
import { timelineOf } from '../../../src/shared/timeline';

function actions(...tools: (Partial<ToolCall> | 'thought' | 'unknown')[]): readonly PageEvent[] {
  const events = tools.map((tool, index) => ({
    id: `e${index}`, at: null, author: null, text: '{"type":"odd"}', on_active_branch: true, source: { file: 'a', line: index },
    ...(typeof tool === 'string'
      ? { type: tool }
      : { type: 'tool_call' as const, tool: { name: 'T', kind: 'other' as const, status: 'completed' as const, input: {}, output: '', ...tool } }),
  }));
  return timelineOf(events).flatMap((item) => pageItem(item, 100).events);
}

describe('A1 The summary of a block of actions', () => {
  it('counts calls by kind, in the order in which they came', () => {
    const events = actions({ kind: 'execute' }, 'thought', { kind: 'search' }, { kind: 'execute' }, 'unknown');
    assert.deepEqual(tally(events).counts, [['execute', 2], ['thought', 1], ['search', 1], ['unknown', 1]]);
  });

  it('counts files and not calls where the arguments name them', () => {
    const edit = (file_path: string): Partial<ToolCall> => ({ kind: 'edit', input: { file_path, old_string: 'a', new_string: 'b' } });
    const patch = '*** Begin Patch\n*** Update File: b.ts\n@@\n-a\n+b\n*** Add File: c.ts\n+c\n*** End Patch';
    assert.deepEqual(tally(actions(edit('a.ts'), edit('a.ts'), { kind: 'edit', input: patch }, { kind: 'edit', input: {} })).counts, [['edit', 4]]);
    assert.deepEqual(tally(actions({ kind: 'read', input: { path: 'x' } }, { kind: 'read', input: { path: 'x' } })).counts, [['read', 1]]);
  });

  it('names sub-agents and plans', () => {
    const todos = [{ content: 'Look', status: 'completed' }];
    const events = actions({ kind: 'think', subagentId: 'a1' }, { kind: 'think', input: { todos } }, { kind: 'think' });
    assert.deepEqual(tally(events).counts, [['subagent', 1], ['plan', 1], ['other', 1]]);
  });

  it('tells what failed and what still runs', () => {
    const { failed, running } = tally(actions({ status: 'failed' }, { status: 'in_progress' }, { status: 'pending' }, {}));
    assert.deepEqual([failed, running], [1, 1]);
  });
});
