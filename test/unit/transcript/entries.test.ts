import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { windowOf } from '../../../src/shared/history';
import type { ToolCall, TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { entriesOf, type ProjectedEntry } from '../../../src/transcript/entries';

const at = '2026-03-01T10:00:00.000Z';

function event(type: TranscriptEvent['type'], text: string, more: Partial<TranscriptEvent> = {}): TranscriptEvent {
  return { id: text, type, at, author: null, text, on_active_branch: true, source: { file: 'f', line: 1 }, ...more };
}

function call(callId: string | undefined, tool: Partial<ToolCall> = {}, more: Partial<TranscriptEvent> = {}): TranscriptEvent {
  return event('tool_call', '', { ...more, tool: { name: 'Bash', ...(callId !== undefined && { callId }), kind: 'execute', status: 'completed', input: {}, output: `out ${callId}`, ...tool } });
}

const brief = (entries: readonly ProjectedEntry[]): string[] => entries.map(({ role, kind, text, source_call_id: id }) => [role, kind, id ?? text].join(' '));

describe('R3 The entries of a session', () => {
  it('keep the order of what was said and called in one response, with the results after it', () => {
    const r = { response: 'r' };
    const events = [event('user_message', 'Go'), event('agent_message', 'before', r), call('a,1', {}, r), call('b', {}, r), event('agent_message', 'after', r), event('agent_message', 'next', { response: 's' })];
    assert.deepEqual(brief(entriesOf(events, 0)), [
      'user message Go',
      'assistant message before',
      'tool tool_call a,1',
      'tool tool_call b',
      'assistant message after',
      'tool tool_result a,1',
      'tool tool_result b',
      'assistant message next',
    ]);
  });

  it('have each result after its call where no response is recorded', () => {
    assert.deepEqual(brief(entriesOf([call('a'), call('b')], 0)), ['tool tool_call a', 'tool tool_result a', 'tool tool_call b', 'tool tool_result b']);
  });

  it('have arguments as indented JSON, and results under the name of their call', () => {
    const [made, result] = entriesOf([call('a', { input: { cmd: ['ls'] }, status: 'failed', output: 'no' })], 0);
    assert.deepEqual([made?.text, made?.tool_name, made?.is_error], ['{\n  "cmd": [\n    "ls"\n  ]\n}', 'Bash', undefined]);
    assert.deepEqual([result?.text, result?.tool_name, result?.is_error], ['no', 'Bash', true]);
  });

  it('are errors, too, but no thought, notice, compaction, unknown record or left branch, and no blank text', () => {
    const events = [
      event('thought', 'hm'),
      event('notice', 'note', { severity: 'info' }),
      event('notice', 'API error', { severity: 'error' }),
      event('compaction', 'summary'),
      event('unknown', '{}'),
      event('user_message', 'left', { on_active_branch: false }),
      event('user_message', ' \n'),
      event('agent_message', ''),
      call('x', { name: '', output: 'orphan' }),
      call('y', { output: null, status: 'pending' }),
    ];
    assert.deepEqual(brief(entriesOf(events, 0)), ['assistant error API error', 'tool tool_result x', 'tool tool_call y']);
  });

  it('have ids of what they are and which of its kind', () => {
    const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
    const events = [event('user_message', 'yes'), event('user_message', 'yes'), event('agent_message', 'yes'), call('c'), call(undefined, { output: null })];
    assert.deepEqual(entriesOf(events, 0).map(({ id }) => id), [
      `${hash(['message', 'user', 'yes'])}:0`,
      `${hash(['message', 'user', 'yes'])}:1`,
      `${hash(['message', 'assistant', 'yes'])}:0`,
      `${hash(['tool_call', 'c'])}:0`,
      `${hash(['tool_result', 'c'])}:0`,
      `${hash(['tool_call', 'tool', '{}'])}:0`,
    ]);
  });

  it('keep a call’s id when its arguments are rewritten', () => {
    const ids = ['l', 'ls'].map((cmd) => entriesOf([call('a', { input: { cmd }, output: null })], 0)[0]?.id);
    assert.equal(ids[0], ids[1]);
  });

  it('without a time are dated by their place after the beginning', () => {
    const events = [event('user_message', 'a', { at: null }), event('thought', 'b'), event('agent_message', 'c', { at: null }), event('agent_message', 'd')];
    assert.deepEqual(entriesOf(events, Date.parse(at)).map(({ sent_at }) => sent_at), [at, '2026-03-01T10:00:00.002Z', at]);
  });

  it('of 205 turns with a call each leave 200 turns and 200 calls, from the sixth on', () => {
    const events = Array.from({ length: 205 }, (_, turn) => [event('agent_message', `turn ${turn + 1}`), call(`c${turn + 1}`, { output: null })]).flat();
    const window = windowOf(entriesOf(events, 0));
    assert.equal(window.length, 400);
    assert.deepEqual(brief(window.slice(0, 2)), ['assistant message turn 6', 'tool tool_call c6']);
  });

  it('before the first message are in a window that has room, and not in a full one', () => {
    const entries = entriesOf([call('a', { output: null }), event('user_message', '1'), call('b', { output: null }), event('user_message', '2')], 0);
    assert.deepEqual(brief(windowOf(entries, 3)), brief(entries));
    assert.deepEqual(brief(windowOf(entries, 2)), brief(entries.slice(1)));
    assert.deepEqual(brief(windowOf(entries, 1)), brief(entries.slice(3)));
  });
});
