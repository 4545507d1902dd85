import * as assert from 'node:assert/strict';
import { codex } from '../../../../src/agents/codex/codex';

describe('X14 Commands of Codex', () => {
  const session = { id: '01a22c1e-5dce-7a03-986f-e86b1e333527', folder: '/home/dev/app' };

  const fresh = { folder: '/home/dev/web', presetId: null };

  it('keep the thread in the terminal where the installed version can', () => {
    const installed = { noDaemon: true };
    assert.deepEqual(codex.launch(fresh, installed), { argv: ['codex', '--no-daemon'], cwd: '/home/dev/web' });
    assert.deepEqual(codex.resume(session, installed), { argv: ['codex', 'resume', '--no-daemon', session.id], cwd: '/home/dev/app' });
    assert.deepEqual(codex.fork?.({ ...session, presetId: null }, installed), { argv: ['codex', 'fork', '--no-daemon', session.id], cwd: '/home/dev/app' });
    assert.deepEqual(codex.features, { noDaemon: { args: ['resume', '--help'], contains: '--no-daemon' } });
  });

  it('use no option that an older version does not know', () => {
    assert.deepEqual(codex.launch(fresh, {}), { argv: ['codex'], cwd: '/home/dev/web' });
    assert.deepEqual(codex.resume(session, { noDaemon: false }), { argv: ['codex', 'resume', session.id], cwd: '/home/dev/app' });
  });

  it('have no folder where none is recorded', () => {
    assert.deepEqual(codex.resume({ ...session, folder: null }, {}).cwd, null);
  });
});
