import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/json';
import { conversationsOf } from '../../../../src/agents/hermes/conversations';
import { type SessionRow, sessionRow } from '../../../../src/agents/hermes/schema';

function row(id: string, more: JsonObject = {}): SessionRow {
  const read = sessionRow({ id, source: 'cli', started_at: 1796033837, ...more });
  assert.ok(read);
  return read;
}

function ids(rows: readonly SessionRow[]): string[][] {
  return conversationsOf(rows).map((conversation) => conversation.rows.map(({ id }) => id));
}

describe('X2 conversations of Hermes', () => {
  it('follow a chain of compactions from its root, whatever the order of the rows', () => {
    const rows = [
      row('c', { parent_session_id: 'b' }),
      row('a', { end_reason: 'compression' }),
      row('b', { parent_session_id: 'a', end_reason: 'compression' }),
    ];
    assert.deepEqual(ids(rows), [['a', 'b', 'c']]);
  });

  it('go on with the newest of several continuations; the others stand alone', () => {
    const rows = [
      row('a', { end_reason: 'compression' }),
      row('late', { parent_session_id: 'a', started_at: 3 }),
      row('early', { parent_session_id: 'a', started_at: 2 }),
    ];
    assert.deepEqual(ids(rows), [['a', 'late'], ['early']]);
  });

  it('do not take a branch or a sub-agent of a compacted session for its continuation', () => {
    const rows = [
      row('a', { end_reason: 'compression' }),
      row('branch', { parent_session_id: 'a', model_config: '{"_branched_from": "a"}' }),
      row('agent', { parent_session_id: 'a', source: 'subagent' }),
      row('b', { parent_session_id: 'a' }),
    ];
    const [chain, branch, agent] = conversationsOf(rows);
    assert.deepEqual(chain?.rows.map(({ id }) => id), ['a', 'b']);
    assert.deepEqual([branch?.parentId, branch?.subagentOf], ['a', null]);
    assert.deepEqual([agent?.parentId, agent?.subagentOf], [null, 'a']);
  });

  it('name the root where a branch or a sub-agent comes from the middle of a chain', () => {
    const rows = [
      row('a', { end_reason: 'compression' }),
      row('b', { parent_session_id: 'a' }),
      row('agent', { parent_session_id: 'b', model_config: '{"_delegate_from": "b"}' }),
      row('branch', { parent_session_id: 'b', model_config: '{"_branched_from": "b"}' }),
    ];
    const [, agent, branch] = conversationsOf(rows);
    assert.deepEqual([agent?.subagentOf, branch?.parentId], ['a', 'a']);
  });

  it('stand where their parent is gone', () => {
    const [orphan, agent] = conversationsOf([row('a', { parent_session_id: 'gone' }), row('b', { source: 'subagent' })]);
    assert.deepEqual([orphan?.parentId, orphan?.subagentOf, agent?.subagentOf], [null, null, '']);
  });

  it('take the folder of the nearest ancestor that records one', () => {
    const rows = [
      row('a', { cwd: '/home/dev/app', end_reason: 'compression' }),
      row('b', { parent_session_id: 'a', end_reason: 'branched' }),
      row('c', { parent_session_id: 'b' }),
      row('d', { parent_session_id: 'c', cwd: 'C:\\dev\\app' }),
      row('e', { cwd: 'not absolute' }),
    ];
    assert.deepEqual(conversationsOf(rows).map(({ folder }) => folder), ['/home/dev/app', '/home/dev/app', 'C:\\dev\\app', null]);
  });

  it('hold every row exactly once, in whatever way rows point at each other', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const rows = fc.uniqueArray(
      fc.record({
        id,
        source: fc.constantFrom('cli', 'subagent'),
        parent_session_id: fc.option(id),
        end_reason: fc.constantFrom('compression', 'branched', null),
        started_at: fc.nat(3),
        model_config: fc.option(id.map((from) => JSON.stringify({ _branched_from: from }))),
      }),
      { selector: (raw) => raw.id },
    );
    fc.assert(fc.property(rows, (raw) => {
      const found = ids(raw.flatMap((one) => sessionRow(one) ?? [])).flat();
      assert.deepEqual(found.sort(), raw.map((one) => one.id).sort());
    }), { numRuns: 1000 });
  });
});
