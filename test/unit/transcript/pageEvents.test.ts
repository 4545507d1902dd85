import assert from 'node:assert/strict';
import { timelineOf } from '../../../src/shared/timeline';
import type { ToolCall, TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { pageEvent, pageItem } from '../../../src/transcript/pageEvents';

function event(type: TranscriptEvent['type'], text: string, tool?: Partial<ToolCall>): TranscriptEvent {
  const whole = tool && { name: 'Bash', kind: 'execute', status: 'completed', input: {}, output: null, ...tool } as const;
  return { id: 'e', type, at: null, author: null, text, on_active_branch: true, source: { file: 'a', line: 1 }, ...(whole && { tool: whole }) };
}

function item(...events: TranscriptEvent[]): ReturnType<typeof pageItem> {
  const [first] = timelineOf(events, 7);
  assert.ok(first !== undefined);
  return pageItem(first, 10);
}

describe('A row as a page gets it', () => {
  it('has the start of a long message, and says how long it is', () => {
    const [message] = item(event('user_message', 'twelve words')).events;
    assert.deepEqual([message.text, message.clipped, message.position], ['twelve wor', { text: 12 }, 7]);
    assert.equal(item(event('user_message', 'ten words!')).events[0].clipped, undefined);
  });

  it('has no texts of actions, but a line for each', () => {
    const call = { input: { command: 'make all' }, output: 'x'.repeat(100) };
    const { events } = item(event('thought', '# Plan\nfirst'), event('tool_call', '', call), event('unknown', '{"type":"odd"}'));
    assert.deepEqual(events.map(({ brief }) => brief?.line), ['Plan: first', 'make all', 'odd']);
    assert.deepEqual(events.map(({ text, tool }) => [text, tool?.input, tool?.output]), [['', undefined, undefined], ['', '', null], ['', undefined, undefined]]);
  });

  it('has a plan’s current step as its line, and names the files of an edit', () => {
    const todos = [{ content: 'a', status: 'completed' }, { content: 'b', status: 'in_progress' }];
    const edit = { kind: 'edit', input: { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' } } as const;
    const { events } = item(event('tool_call', '', { input: { todos } }), event('tool_call', '', edit));
    assert.deepEqual(events.map(({ brief }) => brief), [
      { line: 'b', files: [], isPlan: true },
      { line: 'src/a.ts', files: ['src/a.ts'], isPlan: false },
    ]);
  });
});

describe('An event as a page gets it', () => {
  it('has its arguments as the start of their JSON where they are too long', () => {
    const { tool, clipped } = pageEvent(event('tool_call', '', { input: { command: 'make' }, output: '12345678901' }), 0, 10);
    assert.deepEqual([tool?.input, tool?.output, clipped], ['{\n  "comma', '1234567890', { input: 23, output: 11 }]);
  });

  it('never cuts a character in two', () => {
    assert.equal(pageEvent(event('user_message', '123456789😀'), 0, 10).text, '123456789');
  });

  it('has another digest when a text changes, also to one as long', () => {
    const digest = (output: string | null, input = 'a'): string | undefined => pageEvent(event('tool_call', '', { input, output }), 0, 10).digest;
    assert.equal(new Set([digest('a'), digest('b'), digest(null), digest(''), digest('a', 'b')]).size, 5);
    assert.equal(digest('a'), digest('a'));
  });

  it('has the digest by which its row went', () => {
    const call = event('tool_call', '', { output: 'done' });
    assert.equal(pageEvent(call, 0, 1).digest, item(call).events[0].digest);
  });
});
