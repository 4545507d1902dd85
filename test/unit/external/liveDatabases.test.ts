import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '../../../src/agents/agent';
import { hermes } from '../../../src/agents/hermes/hermes';
import { opencode } from '../../../src/agents/opencode/opencode';
import { AgentIndex } from '../../../src/external/agentIndex';
import { LocalOperations } from '../../../src/workers/operations';
import { Homes } from '../agents/adapterHome';

/** How long the other program writes, in seconds. LOCALIX_WRITE_SECONDS=60 makes it a minute. */
const seconds = Number(process.env['LOCALIX_WRITE_SECONDS'] ?? 4);

/** Another process that owns the database. */
class Writer {
  readonly committed: string[] = [];
  readonly failures: string[] = [];
  private isPaused = false;
  private readonly child: ChildProcess;

  constructor(kind: string, file: string) {
    this.child = spawn(process.execPath, ['--no-warnings', 'test/unit/external/databaseWriter.ts', kind, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    let rest = '';
    this.child.stdout?.on('data', (text: Buffer) => {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'paused') this.isPaused = true;
        else (line.startsWith('failed') ? this.failures : this.committed).push(line);
      }
    });
  }

  async begun(): Promise<void> {
    while (this.committed.length === 0 && this.failures.length === 0) await sleep(10);
  }

  /** Stops writing; the database stays open. */
  async pause(): Promise<void> {
    this.child.stdin?.write('pause\n');
    while (!this.isPaused) await sleep(10);
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.stdin?.end();
    await exit;
  }
}

describe('X28 databases that another program is writing', () => {
  const homes = new Homes();
  after(() => homes.removeAll());
  const cases: readonly { agent: Agent; fixture: string; database: string }[] = [
    { agent: opencode, fixture: 'opencode/main/home', database: '.local/share/opencode/opencode.db' },
    { agent: hermes, fixture: 'hermes/main', database: '.hermes/state.db' },
  ];

  for (const { agent, fixture, database } of cases) {
    it(`${agent.id}: every committed row is seen, the writer is never in our way nor we in its, and no byte changes`, async function () {
      this.timeout((seconds + 30) * 1000);
      const home = homes.copy(fixture);
      const file = path.join(home, database);
      const index = new AgentIndex(agent, { place: { home, env: {} }, operations: new LocalOperations(), depth: 'ends' });
      const writer = new Writer(agent.id, file);
      try {
        await writer.begun();
        const end = Date.now() + seconds * 1000;
        while (Date.now() < end) {
          await seesAll(index, writer.committed.slice());
          await sleep(1);
        }
        await writer.pause();
        await seesAll(index, writer.committed);
        assert.deepEqual(writer.failures, []);
        assert.ok(writer.committed.length > seconds * 5, `${writer.committed.length} rows were written`);

        const before = bytesOf(file);
        for (let times = 0; times < 20; times++) await index.refresh();
        assert.deepEqual(bytesOf(file), before);
      } finally {
        await writer.end();
      }
    });
  }

  async function seesAll(index: AgentIndex, committed: readonly string[]): Promise<void> {
    await index.refresh();
    const { sessions, notShown } = index.joined({});
    const titles = new Set(sessions.map(({ record }) => record.title));
    assert.deepEqual(committed.filter((title) => !titles.has(title)), [], JSON.stringify(notShown.slice(0, 3)));
  }

  function bytesOf(file: string): string[] {
    return [file, `${file}-wal`].map((each) => createHash('sha256').update(fs.readFileSync(each)).digest('hex'));
  }
});
