import assert from 'node:assert/strict';
import type { Agent, FoundSession, SessionRecord } from '../../../src/agents/agent';
import { join } from '../../../src/external/join';
import type { Usage } from '../../../src/transcript/model';

const agent = {
  id: 'codex',
  resume: (session: { id: string; folder: string | null }, features: Record<string, boolean>) => ({
    argv: ['codex', 'resume', ...(features['noDaemon'] === true ? ['--no-daemon'] : []), session.id],
    cwd: session.folder,
  }),
} as unknown as Agent;

function usage(input: number): Usage {
  return { input, output: 1, cache_read: 0, cache_write: 0, reasoning: 0 };
}

function record(id: string, more: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id, title: id, titleSource: 'first_prompt', firstPrompt: id, folder: '/home/dev/app', branch: null, createdAt: null,
    lastActivityAt: null, messageCount: 1, models: [], usage: usage(10), inlineSubagentUsage: null, parentId: null, subagentOf: null,
    archived: false, hidden: null, agentVersion: null, unknownTypes: {}, ...more,
  };
}

function joined(records: readonly SessionRecord[], installed: Record<string, boolean> | null = {}, running: readonly string[] = []) {
  const found: FoundSession[] = records.map(({ id }) => ({ id, signature: id, files: [`/h/${id}.jsonl`], facts: {}, running: running.includes(id) }));
  return join(agent, { found, records: new Map(records.map((one) => [one.id, one])), skipped: [] }, installed ?? undefined);
}

describe('X2 sub-agents are no rows', () => {
  it('and their usage counts in the session that started them, at any depth and once', () => {
    const { sessions, notShown } = joined([
      record('root'),
      record('child', { subagentOf: 'root', usage: usage(100) }),
      record('grandchild', { subagentOf: 'child', usage: usage(1000), inlineSubagentUsage: usage(5) }),
      record('other'),
    ]);
    assert.deepEqual(sessions.map(({ key, record: { usage: own }, usageWithSubagents }) => [key, own?.input, usageWithSubagents?.input]), [
      ['codex:root', 10, 1115],
      ['codex:other', 10, 10],
    ]);
    assert.deepEqual(notShown.map(({ id, reason, folder, path }) => [id, reason, folder, path]), [
      ['child', 'sub_agent', '/home/dev/app', '/h/child.jsonl'],
      ['grandchild', 'sub_agent', '/home/dev/app', '/h/grandchild.jsonl'],
    ]);
  });

  it('and a circle of damaged parents does not hang', () => {
    const { sessions } = joined([record('a'), record('b', { subagentOf: 'a' }), record('a2', { subagentOf: 'b' }), record('b', { subagentOf: 'a2' })]);
    assert.equal(sessions.length, 1);
  });

  it('and unknown usage stays unknown', () => {
    const { sessions } = joined([record('root', { usage: null }), record('child', { subagentOf: 'root' })]);
    assert.equal(sessions[0]?.usageWithSubagents, null);
  });
});

describe('X4 a session without a message', () => {
  it('is no row unless it is running', () => {
    const empty = [record('idle', { hidden: 'no_message' }), record('live', { hidden: 'no_message' })];
    const { sessions, notShown } = joined(empty, {}, ['live']);
    assert.deepEqual(sessions.map(({ key, running }) => [key, running]), [['codex:live', true]]);
    assert.deepEqual(notShown.map(({ id, reason }) => [id, reason]), [['idle', 'no_message']]);
  });
});

describe('X28 an agent that is not installed', () => {
  it('has no rows, and each session says why', () => {
    const { sessions, notShown } = joined([record('one')], null);
    assert.deepEqual([sessions.length, notShown.map(({ reason }) => reason)], [0, ['agent_not_installed']]);
  });
});

describe('X14 the resume command', () => {
  it('is the adapter\'s, for the features of the installed program', () => {
    assert.deepEqual(joined([record('one')], { noDaemon: true }).sessions[0]?.resume, { argv: ['codex', 'resume', '--no-daemon', 'one'], cwd: '/home/dev/app' });
    assert.deepEqual(joined([record('one')]).sessions[0]?.resume?.argv, ['codex', 'resume', 'one']);
  });

  it('is none where the agent itself can\'t open the session any more', () => {
    assert.equal(joined([record('one', { resumable: false })]).sessions[0]?.resume, null);
  });
});
