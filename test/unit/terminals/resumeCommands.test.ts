import assert from 'node:assert/strict';
import type { Command } from '../../../src/agents/agent';
import { programs } from '../../../src/agents/programs';
import type { Session } from '../../../src/external/session';
import type { AgentId } from '../../../src/shared/agentId';
import { ResumeCommands } from '../../../src/terminals/resumeCommands';

const folder = '/home/dev/app';
const moved = '/home/dev/web';

describe('P3 X14 Resuming a session whose project has moved', () => {
  const commandOf = (agent: AgentId, now: string | undefined, facts: Partial<Session> = {}): Promise<Command | null> => {
    const program = programs.find(({ id }) => id === agent) ?? assert.fail();
    const installed = { noDaemon: true };
    const commands = new ResumeCommands({ agents: programs, launcher: { featuresOf: () => Promise.resolve(installed) }, placeNow: () => Promise.resolve(now) });
    const record = { id: '01a2', folder } as Session['record'];
    return commands.of({ key: `${agent}:01a2`, agent, record, resume: program.resume(record, installed), ...facts } as Session);
  };

  const inNewFolder: Partial<Record<AgentId, readonly string[]>> = {
    'claude-code': ['claude', '--resume', '01a2'],
    codex: ['codex', 'resume', '--no-daemon', '-C', moved, '01a2'],
    copilot: ['copilot', '--resume=01a2'],
    hermes: ['hermes', '--resume', '01a2'],
  };
  for (const { id } of programs) {
    const argv = inNewFolder[id];
    it(`of ${id} ${argv === undefined ? 'stays in the recorded folder, where alone the agent finds it' : 'goes on in the new folder'}`, async () => {
      const recorded = await commandOf(id, undefined);
      assert.equal(recorded?.cwd, folder);
      assert.deepEqual(await commandOf(id, moved), argv === undefined ? recorded : { argv, cwd: moved });
    });
  }

  it('is refused as before where the agent can\'t open it any more', async () => {
    assert.equal(await commandOf('codex', moved, { resume: null }), null);
  });
});
