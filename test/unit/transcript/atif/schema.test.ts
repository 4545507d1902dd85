import assert from 'node:assert/strict';
import type { Json } from '../../../../src/core/json';
import { atifDocument } from '../../../../src/transcript/atif/schema';

/** A document that keeps every rule, for one of them to be broken. */
function sound(): Json {
  return {
    schema_version: 'ATIF-v1.7',
    session_id: 's',
    trajectory_id: 'a:s',
    agent: { name: 'a', version: '1' },
    steps: [
      { step_id: 1, source: 'user', message: 'Go', timestamp: '2026-03-01T10:00:00.000Z' },
      {
        step_id: 2,
        source: 'agent',
        message: 'Looking.',
        model_name: 'm',
        reasoning_content: 'Hm',
        tool_calls: [{ tool_call_id: 'c', function_name: 'Task', arguments: {} }],
        observation: { results: [{ source_call_id: 'c', content: 'done', subagent_trajectory_ref: [{ trajectory_id: 'a:t' }] }] },
        metrics: { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4 },
      },
      { step_id: 3, source: 'system', message: 'Compacted' },
    ],
    subagent_trajectories: [
      { schema_version: 'ATIF-v1.7', trajectory_id: 'a:t', agent: { name: 'a', version: '1' }, steps: [{ step_id: 1, source: 'user', message: 'Count' }] },
    ],
    final_metrics: { total_prompt_tokens: 10, total_steps: 3 },
    extra: { anything: [1] },
  };
}

/** What is put at which paths, to break one rule; `undefined` takes it away. */
const breaches: Readonly<Record<string, Readonly<Record<string, Json | undefined>>>> = {
  'another version': { schema_version: 'ATIF-v1.8' },
  'no agent version': { 'agent.version': undefined },
  'an unknown key of the document': { title: 'x' },
  'an unknown key of the agent': { 'agent.folder': 'x' },
  'an unknown key of a step': { 'steps.0.kind': 'x' },
  'an unknown key of a call': { 'steps.1.tool_calls.0.kind': 'x' },
  'an unknown key of a result': { 'steps.1.observation.results.0.is_error': true },
  'an unknown key of metrics': { 'steps.1.metrics.reasoning_tokens': 1 },
  'an unknown key of final metrics': { 'final_metrics.total_requests': 1 },
  'no step': { steps: [] },
  'a gap in the step ids': { 'steps.2.step_id': 4 },
  'step ids that begin with 0': { 'steps.0.step_id': 0, 'steps.1.step_id': 1, 'steps.2.step_id': 2 },
  'a step without a message': { 'steps.0.message': undefined },
  'another source': { 'steps.0.source': 'tool' },
  'a time that is none': { 'steps.0.timestamp': 'yesterday' },
  'a day without a time': { 'steps.0.timestamp': '2026-03-01' },
  'a model on a person’s step': { 'steps.0.model_name': 'm' },
  'reasoning on a system step': { 'steps.2.reasoning_content': 'hm' },
  'calls on a system step': { 'steps.2.tool_calls': [] },
  'metrics on a system step': { 'steps.2.metrics': {} },
  'metrics without a model call': { 'steps.1.llm_call_count': 0, 'steps.1.reasoning_content': undefined },
  'reasoning without a model call': { 'steps.1.llm_call_count': 0, 'steps.1.metrics': undefined },
  'arguments that are no object': { 'steps.1.tool_calls.0.arguments': 'ls' },
  'a call id twice in a step': { 'steps.1.tool_calls.1': { tool_call_id: 'c', function_name: 'Task', arguments: {} } },
  'a result of a call of another step': { 'steps.2.observation': { results: [{ source_call_id: 'c' }] } },
  'a reference by session id alone': { 'steps.1.observation.results.0.subagent_trajectory_ref': [{ session_id: 't' }] },
  'a reference to what is not embedded': { subagent_trajectories: undefined },
  'a trajectory id twice': { 'subagent_trajectories.0.trajectory_id': 'a:s' },
  'a sub-agent without an id': { 'subagent_trajectories.0.trajectory_id': undefined, 'steps.1.observation': undefined },
  'a broken rule inside a sub-agent': { 'subagent_trajectories.0.steps.0.step_id': 2 },
  'more cached tokens than the prompt has': { 'steps.1.metrics.cached_tokens': 11 },
  'a count below 0': { 'steps.1.metrics.completion_tokens': -1 },
  'a picture of another type': { 'steps.0.message': [{ type: 'image', source: { media_type: 'image/svg+xml', path: 'a.svg' } }] },
  'a text part with a source': { 'steps.0.message': [{ type: 'text', text: 'a', source: {} }] },
};

function changed(changes: Readonly<Record<string, Json | undefined>>): unknown {
  const document = sound();
  for (const [place, value] of Object.entries(changes)) {
    const keys = place.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((inner, key) => inner[key] as Record<string, Json | undefined>, document as Record<string, Json | undefined>);
    parent[last] = value;
  }
  // Without what is `undefined`.
  return JSON.parse(JSON.stringify(document));
}

describe('R7 The rules of ATIF', () => {
  it('pass a document that keeps them', () => {
    assert.ok(atifDocument.safeParse(changed({})).success);
  });

  it('pass parts of text and pictures, and a reference to a file', () => {
    const document = changed({
      'steps.0.message': [{ type: 'text', text: 'Look' }, { type: 'image', source: { media_type: 'image/png', path: 'a.png' } }],
      'steps.1.observation.results.0.subagent_trajectory_ref.1': { trajectory_path: 'b.json' },
    });
    assert.ok(atifDocument.safeParse(document).success);
  });

  for (const [name, changes] of Object.entries(breaches)) {
    it(`refuse ${name}`, () => assert.equal(atifDocument.safeParse(changed(changes)).success, false));
  }
});
