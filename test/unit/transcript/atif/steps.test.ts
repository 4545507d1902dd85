import assert from 'node:assert/strict';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import type { AtifStep } from '../../../../src/transcript/atif/document';
import { AtifSteps } from '../../../../src/transcript/atif/steps';

let made = 0;

function event(type: TranscriptEvent['type'], more: Partial<TranscriptEvent> = {}): TranscriptEvent {
  return { id: `e${++made}`, type, at: null, author: null, text: type, on_active_branch: true, source: { file: 'f', line: made }, ...more };
}

function call(callId: string, more: Partial<TranscriptEvent['tool']> = {}, rest: Partial<TranscriptEvent> = {}): TranscriptEvent {
  return event('tool_call', { text: '', ...rest, tool: { name: 'Bash', callId, kind: 'execute', status: 'completed', input: {}, output: `out ${callId}`, ...more } });
}

function stepsOf(events: readonly TranscriptEvent[], embed: (id: string) => string | undefined = () => undefined): AtifStep[] {
  const steps = new AtifSteps(embed);
  return [...events.flatMap((each) => steps.add(each, undefined)), ...steps.end()];
}

/** Of each step its source, what is in it, and which results it has. */
function brief(steps: readonly AtifStep[]): string[] {
  return steps.map(({ source, message, reasoning_content, tool_calls = [], observation }) => {
    const results = (observation?.results ?? []).map(({ source_call_id, content }) => `${source_call_id}=${content}`);
    return [source, message, reasoning_content ?? '', tool_calls.map(({ tool_call_id }) => tool_call_id).join(), results.join()].join('|');
  });
}

describe('R7 ATIF has one agent step for each response of a model', () => {
  it('with its thought, its text, its calls and their results', () => {
    const r1 = { response: 'r1' };
    const events = [event('user_message'), event('thought', r1), event('agent_message', r1), call('a', {}, r1), call('b', {}, r1), event('agent_message', { response: 'r2' })];
    assert.deepEqual(brief(stepsOf(events)), ['user|user_message|||', 'agent|agent_message|thought|a,b|a=out a,b=out b', 'agent|agent_message|||']);
  });

  it('also where a prompt or a notice stands between the parts of one', () => {
    const r1 = { response: 'r1' };
    const events = [call('a', {}, r1), event('notice', { text: 'queued' }), call('b', {}, r1), event('agent_message', { response: 'r2' })];
    assert.deepEqual(brief(stepsOf(events)), ['agent|||a,b|a=out a,b=out b', 'system|queued|||', 'agent|agent_message|||']);
  });

  it('where none is recorded, with what can be of one: a thought or text after a call, or a second text, begins another', () => {
    const events = [event('thought'), event('agent_message'), call('a'), call('b'), event('agent_message'), event('agent_message'), call('c'), event('thought'), call('d')];
    assert.deepEqual(brief(stepsOf(events)), [
      'agent|agent_message|thought|a,b|a=out a,b=out b',
      'agent|agent_message|||',
      'agent|agent_message||c|c=out c',
      'agent||thought|d|d=out d',
    ]);
  });

  it('with calls of one id told apart', () => {
    const r1 = { response: 'r1' };
    assert.deepEqual(brief(stepsOf([call('a', {}, r1), call('a', { output: 'other' }, r1)])), ['agent|||a,a#2|a=out a,a#2=other']);
  });

  it('and marks a result whose call is not recorded', () => {
    const [step] = stepsOf([call('x', { name: '', status: 'failed' })]);
    assert.deepEqual(step, {
      source: 'agent',
      message: '',
      observation: { results: [{ content: 'out x', extra: { is_error: true, call_not_recorded: true, call_id: 'x' } }] },
      llm_call_count: 0,
    });
  });

  it('refers to sub-agents that are embedded, and names others', () => {
    const events = [call('a', { subagentId: 's1', furtherSubagentIds: ['s2'] })];
    const [step] = stepsOf(events, (id) => (id === 's1' ? 'codex:s1' : undefined));
    assert.deepEqual(step?.observation?.results, [
      { source_call_id: 'a', content: 'out a', subagent_trajectory_ref: [{ trajectory_id: 'codex:s1' }], extra: { subagents_not_embedded: ['s2'] } },
    ]);
  });

  it('leaves out what a rewind left behind, and records that are not understood', () => {
    assert.deepEqual(stepsOf([event('unknown'), event('agent_message', { on_active_branch: false })]), []);
  });

  it('has arguments as an object, whatever the agent records', () => {
    const [step] = stepsOf([call('a', { input: '{"cmd":"ls"}' }), call('b', { input: '*** Begin Patch' }), call('c', { input: '' })]);
    assert.deepEqual(step?.tool_calls?.map((each) => each.arguments), [{ cmd: 'ls' }, { input: '*** Begin Patch' }, {}]);
  });
});
