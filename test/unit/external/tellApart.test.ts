import assert from 'node:assert/strict';
import type { SkipReason } from '../../../src/agents/agent';
import type { NotShown } from '../../../src/external/join';
import { tellApart } from '../../../src/external/tellApart';

const found = (id: string, reason: SkipReason): NotShown => ({ agent: 'codex', id, path: `/h/${id}`, folder: null, reason, detail: '' });

describe('X28 What is not shown', () => {
  it('leaves out the parts of sessions, and what is listed all the same', () => {
    const { notListed, inPart, parts } = tellApart([found('a', 'sub_agent'), found('b', 'empty_file'), found('c', 'newer_schema'), found('d', 'agent_not_installed')]);
    assert.deepEqual([notListed, inPart, parts].map((of) => of.map(({ id }) => id)), [['b', 'd'], ['c'], ['a']]);
  });

  it('counts once what two folders have found', () => {
    const other = { ...found('b', 'empty_file'), path: '/h/other' };
    assert.equal(tellApart([found('b', 'empty_file'), found('b', 'empty_file'), other]).notListed.length, 2);
  });
});
