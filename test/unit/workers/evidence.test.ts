import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { agentOf } from '../../../src/agents/registry';
import type { AgentId } from '../../../src/shared/agentId';
import { evidenceOf } from '../../../src/workers/evidence';

const thread = '01a22d06-7bb1-7e61-8f58-400ffee53e53';
const later = '01a22d07-0000-7000-8000-000000000000';

/** Real processes, as the agents' own: a wrapper that starts the program, which has its files open. */
(process.platform === 'linux' ? describe : describe.skip)('X14 What a terminal\'s processes tell', () => {
  let home = '';
  const started: ChildProcess[] = [];

  beforeEach(() => (home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')))));
  afterEach(() => {
    for (const { pid } of started.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    fs.rmSync(home, { recursive: true });
  });

  /** A shell running `script`, settled when it has said "ready"; then answers the evidence of it. */
  async function evidence(id: AgentId, script: string): Promise<{ open: readonly string[] | null; hasRival: boolean; pid: number }> {
    const child = spawn('/bin/bash', ['-c', `${script}\necho ready; exec cat`], { cwd: home, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    started.push(child);
    await new Promise<void>((resolve) => child.stdout.on('data', (data: Buffer) => data.includes('ready') && resolve()));
    const agent = agentOf(id);
    assert.ok(agent);
    const pid = child.pid ?? 0;
    return { ...(await evidenceOf(agent, { home, env: {} }, pid, home)), pid };
  }

  function place(file: string): string {
    const whole = path.join(home, file);
    fs.mkdirSync(path.dirname(whole), { recursive: true });
    fs.writeFileSync(whole, '');
    return whole;
  }

  it('of Codex by the lock that the program below the wrapper holds, before there is a rollout', async () => {
    const lock = place(`.codex/thread-writer-locks/${thread}.lock`);
    place(`.codex/thread-writer-locks/${later}.lock`);
    const { open } = await evidence('codex', `(exec 9<'${lock}'; exec sleep 60) & sleep 0.2`);
    assert.deepEqual(open, [thread]);
  });

  it('of Codex also below a home that is a link', async () => {
    const lock = place(`.codex/thread-writer-locks/${thread}.lock`);
    const real = home;
    home = `${real}-link`;
    fs.symlinkSync(real, home);
    try {
      assert.deepEqual((await evidence('codex', `exec 9<'${lock}'`)).open, [thread]);
    } finally {
      fs.unlinkSync(home);
      home = real;
    }
  });

  it('of Codex the newest last, and by the rollouts of versions without locks', async () => {
    const [one, two] = [place(`.codex/thread-writer-locks/${later}.lock`), place(`.codex/sessions/2026/11/30/rollout-2026-11-30T15-14-02-${thread}.jsonl`)];
    assert.deepEqual((await evidence('codex', `exec 8<'${one}' 9<'${two}'`)).open, [thread, later]);
  });

  it('of Codex not that which a Codex inside it has open', async () => {
    const [own, inner] = [place(`.codex/thread-writer-locks/${thread}.lock`), place(`.codex/thread-writer-locks/${later}.lock`)];
    assert.deepEqual((await evidence('codex', `exec 8<'${own}'; (exec 8<&- 9<'${inner}'; exec sleep 60) & sleep 0.2`)).open, [thread]);
  });

  it('of Copilot by what it holds, the newest last', async () => {
    const hold = (id: string): string => place(`.copilot/session-state/${id}/inuse.1.hold`);
    const [one, two] = [hold(later), hold(thread)];
    fs.utimesSync(one, 1, 1);
    assert.deepEqual((await evidence('copilot', `exec 8<'${one}' 9<'${two}'`)).open, [later, thread]);
  });

  it('of Claude Code by the file of the process, when it was written by that very process', async () => {
    const sessions = path.join(home, '.claude/sessions');
    fs.mkdirSync(sessions, { recursive: true });
    const own = `read -r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ start _ < /proc/$$/stat; echo "{\\"pid\\":$$,\\"sessionId\\":\\"${thread}\\",\\"procStart\\":\\"$start\\"}" > '${sessions}'/$$.json`;
    assert.deepEqual((await evidence('claude-code', own)).open, [thread]);
    const stale = `echo "{\\"pid\\":$$,\\"sessionId\\":\\"${later}\\",\\"procStart\\":\\"1\\"}" > '${sessions}'/$$.json`;
    assert.deepEqual((await evidence('claude-code', stale)).open, []);
  });

  it('of opencode nothing, but whether another one works in the folder', async () => {
    assert.deepEqual(await evidence('opencode', '').then(({ open, hasRival }) => [open, hasRival]), [null, false]);
    fs.copyFileSync('/bin/sleep', path.join(home, 'opencode'));
    fs.chmodSync(path.join(home, 'opencode'), 0o755);
    assert.equal((await evidence('opencode', './opencode 60 & sleep 0.2')).hasRival, false, 'its own');
    assert.equal((await evidence('opencode', '')).hasRival, true);
    assert.equal((await evidence('hermes', '')).hasRival, false, 'of another agent');
  });
});
