import assert from 'node:assert/strict';
import { RunningSessions } from '../../../src/terminals/runningSessions';
import type { TerminalRequest } from '../../../src/terminals/terminalHost';
import { session } from '../external/sessions';

describe('X14 Who has a session open that runs', () => {
  /** Terminals by key: their agent, process id, and what the process has open; `live` ones run somewhere. */
  const here = [
    { key: 'LOCALIX-1', agent: 'codex', pid: 11, open: ['left', 'current'] },
    { key: 'LOCALIX-2', agent: 'copilot', pid: 12, open: ['current'] },
    { key: 'LOCALIX-3', agent: 'codex', pid: 13, open: null },
  ] as const;
  const holderOf = (id: string, own?: string, live: readonly string[] = []): ReturnType<RunningSessions['holderOf']> =>
    new RunningSessions({
      terminals: {
        live: () => here.map(({ key, agent, pid }) => ({ request: { key, agent, title: '', spec: { cwd: '/home/dev/app' } } as TerminalRequest, pid })),
        isLive: (key) => Promise.resolve(live.includes(key)),
      },
      external: { evidence: (_, pid) => Promise.resolve({ open: here.find((each) => each.pid === pid)?.open ?? null, hasRival: false }) },
      ownOf: () => own,
    }).holderOf(session(id));

  it('is its own terminal, in whatever window that is shown', async () => assert.equal(await holderOf('current', 'LOCALIX-9', ['LOCALIX-9']), 'own'));

  it('is another terminal of this window, whose agent went over to it', async () => {
    assert.deepEqual(await holderOf('current'), { terminal: 'LOCALIX-1' });
    assert.deepEqual(await holderOf('left', 'LOCALIX-9'), { terminal: 'LOCALIX-1' });
  });

  it('is else somebody else', async () => {
    assert.equal(await holderOf('unknown'), 'foreign');
    assert.equal(await holderOf('current', 'LOCALIX-1'), 'foreign');
  });
});
