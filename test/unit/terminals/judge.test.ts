import assert from 'node:assert/strict';
import type { Session } from '../../../src/external/session';
import type { SessionKey } from '../../../src/shared/agentId';
import { type Case, fits, judge } from '../../../src/terminals/judge';

describe('X14 Which session a process has', () => {
  const free = new Set<SessionKey>(['codex:a', 'codex:b', 'codex:c']);
  const judged = (given: Partial<Case>): ReturnType<typeof judge> =>
    judge({ agent: 'codex', open: null, begun: [], isAlone: true, isFree: (session) => free.has(session), ...given });

  it('is the one that the agent says it has open, whatever else was begun in the folder', () => {
    assert.equal(judged({ open: ['a'], begun: ['codex:b'], isAlone: false }), 'codex:a');
  });

  it('is not one that is in no history yet: nothing was said in it, and it can be left', () => {
    assert.equal(judged({ open: ['new'] }), 'waiting');
    assert.equal(judged({ open: [], begun: ['codex:a'] }), 'waiting');
  });

  it('is, of several that are open, the last that is a row: the others are sub-agents\' or were left', () => {
    assert.equal(judged({ open: ['a', 'b', 'subagent'] }), 'codex:b');
    assert.equal(judged({ open: ['x', 'y'] }), 'waiting');
  });

  it('is the only one begun since, where the agent tells nothing', () => {
    assert.equal(judged({}), 'waiting');
    assert.equal(judged({ begun: ['codex:a'] }), 'codex:a');
    assert.equal(judged({ begun: ['codex:a', 'codex:another-chat\'s'] }), 'codex:a');
  });

  it('is not known where two were begun, or something else may have begun the one', () => {
    assert.equal(judged({ begun: ['codex:a', 'codex:b'] }), 'ambiguous');
    assert.equal(judged({ begun: ['codex:a'], isAlone: false }), 'ambiguous');
  });

  it('began with the process or after, in whole seconds; one without a time did not', () => {
    const launch = { agent: 'codex', folder: '/', begunAt: Date.parse('2030-01-01T10:00:00.700Z'), pid: 1 } as const;
    const session = (createdAt: string | null, agent = 'codex'): Session => ({ agent, record: { createdAt, lastActivityAt: null } }) as unknown as Session;
    assert.deepEqual(['2030-01-01T09:59:59.999Z', '2030-01-01T10:00:00.000Z', '2030-01-01T10:00:09Z', null].map((at) => fits(session(at), launch)), [false, true, true, false]);
    assert.ok(!fits(session('2030-01-01T10:00:09Z', 'hermes'), launch));
  });
});
