import assert from 'node:assert/strict';
import { timelineOf } from '../../../../../src/shared/timeline';
import type { PageEvent, PageItem } from '../../../../../src/shared/transcriptContract';
import { foldOf, foldsTo } from '../../../../../webview/shared/conversation/folds';

let position = 0;
function event(type: PageEvent['type'], id: string, ofSubagent = false): PageEvent {
  return { id, type, at: null, author: null, text: '', on_active_branch: !ofSubagent, ...(ofSubagent && { ofSubagent }), source: { file: 'a', line: 1 }, position: position++ };
}

function row(...events: PageEvent[]): PageItem {
  const [item] = timelineOf(events);
  assert.ok(item !== undefined);
  return item;
}

describe('What must be open to see an event', () => {
  it('is nothing for what is always shown, and for what is elsewhere', () => {
    assert.deepEqual(foldsTo(row(event('user_message', 'a')), 'a'), []);
    assert.deepEqual(foldsTo(row(event('tool_call', 'a')), 'b'), []);
  });

  it('is a call alone, or its block and itself', () => {
    assert.deepEqual(foldsTo(row(event('tool_call', 'a')), 'a'), ['a']);
    assert.deepEqual(foldsTo(row(event('thought', 'a'), event('tool_call', 'b')), 'b'), ['actions:a', 'b']);
  });

  it('is its work too, for what a sub-agent did in between', () => {
    const left = row(event('user_message', 'a', true), event('tool_call', 'b', true), event('tool_call', 'c', true));
    assert.deepEqual(foldsTo(left, 'a'), ['work:a']);
    assert.deepEqual(foldsTo(left, 'c'), ['work:a', 'actions:b', 'c']);
  });
});

describe('What opens and folds with a row', () => {
  it('is the block, open by itself only while the agent is at work on it', () => {
    const block = row(event('tool_call', 'a'), event('tool_call', 'b'));
    assert.deepEqual(foldOf(block, true), { name: 'actions:a', byDefault: true });
    assert.deepEqual(foldOf(block, false), { name: 'actions:a', byDefault: false });
  });

  it('is the call where there is one, and nothing for a message', () => {
    assert.deepEqual(foldOf(row(event('tool_call', 'a')), true), { name: 'a', byDefault: false });
    assert.equal(foldOf(row(event('user_message', 'a')), true), undefined);
  });
});
