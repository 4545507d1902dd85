import assert from 'node:assert/strict';
import { agents } from '../../../src/agents/registry';

const folder = '/home/dev/web';
const id = '5a0c1f6e-0000-4000-8000-000000000001';

describe('X13 Beginning a new session', () => {
  const commands: Readonly<Record<string, readonly string[]>> = {
    'claude-code': ['claude', '--session-id', id],
    codex: ['codex'],
    opencode: ['opencode'],
    gemini: ['gemini', '--session-id', id],
    copilot: ['copilot', `--session-id=${id}`],
    hermes: ['hermes'],
  };

  for (const agent of agents) {
    it(`of ${agent.id} is its own command in the folder, with the wanted id where it takes one`, () => {
      const presetId = agent.capabilities.presetsSessionId ? id : null;
      assert.deepEqual(agent.launch({ folder, presetId }, {}), { argv: commands[agent.id], cwd: folder });
      assert.equal(agent.executable, commands[agent.id]?.[0]);
    });

    it(`of ${agent.id} as a fork is there exactly where it says so`, () => {
      assert.equal(agent.fork !== undefined, agent.capabilities.canFork);
    });
  }
});
