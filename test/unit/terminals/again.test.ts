import assert from 'node:assert/strict';
import type { Agent, Command } from '../../../src/agents/agent';
import { fail, ok } from '../../../src/core/result';
import type { Session } from '../../../src/external/session';
import { Again } from '../../../src/terminals/again';
import type { Launcher } from '../../../src/terminals/launcher';
import type { ProcessSpec, TerminalRequest } from '../../../src/terminals/terminalHost';

const first: ProcessSpec = { file: '/bin/claude', args: ['--session-id', '1'], cwd: '/home/dev/app', env: {} };
const request: TerminalRequest = { key: 'claude-code:1', title: 'New', agent: 'claude-code', spec: first };
const resume: Command = { argv: ['claude', '--resume', '1'], cwd: '/home/dev/app' };

describe('X14 Starting a terminal\'s process again', () => {
  let kept: string[] = [];
  const specOf = (session: Partial<Session> | undefined, isInstalled = true): Promise<ProcessSpec> => {
    const launcher = {
      prepare: (_: Agent, { argv }: Command) => Promise.resolve(isInstalled ? ok({ ...first, args: argv.slice(1) }) : fail('agent_not_installed')),
    } as unknown as Launcher;
    const external = { current: () => Promise.resolve(session as Session | undefined) };
    const commands = { of: ({ resume }: Session) => Promise.resolve(resume) };
    return new Again({ agents: [{ id: 'claude-code' } as Agent], external, launcher, commands, kept: { keep: ({ key }) => Promise.resolve(void kept.push(key)) }, sessionOf: () => Promise.resolve('claude-code:1') }).specOf(request);
  };

  it('goes on with what was recorded meanwhile', async () => {
    kept = [];
    assert.deepEqual((await specOf({ key: 'claude-code:1', resume })).args, ['--resume', '1']);
    assert.deepEqual(kept, ['claude-code:1'], 'a copy of what that endangers is made first');
  });

  it('begins as before where nothing was recorded, or can be gone on with', async () => {
    assert.equal(await specOf(undefined), first);
    const unknown = new Again({ agents: [], external: { current: () => assert.fail() }, launcher: {} as Launcher, commands: { of: () => assert.fail() }, kept: { keep: () => assert.fail() }, sessionOf: () => Promise.resolve(undefined) });
    assert.equal(await unknown.specOf(request), first);
    assert.equal(await specOf({ resume: null }), first);
    assert.equal(await specOf({ resume }, false), first);
  });
});
