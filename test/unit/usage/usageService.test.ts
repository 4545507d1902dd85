import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { codex } from '../../../src/agents/codex/codex';
import { claudeCode } from '../../../src/agents/claudeCode/claudeCode';
import { Emitter } from '../../../src/core/events';
import { DemoInstallations } from '../../../src/demo/demoAgents';
import { ExternalSessions } from '../../../src/external/externalSessions';
import { tokensOf } from '../../../src/usage/report';
import { UsageCounts } from '../../../src/usage/usageCounts';
import { UsageService } from '../../../src/usage/usageService';
import { LocalOperations } from '../../../src/workers/operations';

describe('X27 counting in the background', () => {
  let folder: string;
  let external: ExternalSessions;
  let service: UsageService;
  let operations: LocalOperations;
  const change = new Emitter<readonly string[]>();

  before(function () {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-service-'));
    const made = spawnSync(process.execPath, [path.resolve('bench/genHistory.mjs'), '--root', folder, '--mb', '2', '--sessions', '90', '--quiet']);
    assert.equal(made.status, 0);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  beforeEach(() => {
    operations = new LocalOperations();
    const agents = [claudeCode, codex];
    const place = { home: folder, env: {} };
    external = new ExternalSessions({
      agents,
      installations: new DemoInstallations(agents),
      place,
      indexFile: path.join(folder, 'index.sqlite'),
      operations,
      watcher: { watch: (_, onChange) => void change.event(onChange), dispose: () => undefined },
      log: assert.fail,
    });
    const file = path.join(fs.mkdtempSync(path.join(folder, 'counts-')), 'usage.sqlite');
    service = new UsageService({ external, counts: new UsageCounts({ operations, place, file, width: 1 }), log: assert.fail });
  });
  afterEach(() => {
    service.dispose();
    external.dispose();
  });

  const total = async (folders?: readonly string[]): Promise<number> => (await service.usage(folders)).entries.reduce((sum, { usage }) => sum + tokensOf(usage), 0);

  it('tells how far it is, and stopped midway it has what was counted and goes on from there', async () => {
    const steps: number[] = [];
    service.onDidChange(() => {
      if (service.counting.state !== 'counting') return;
      steps.push(service.counting.done);
      if (service.counting.done > 0) service.stop();
    });
    await service.count();
    assert.equal(service.counting.state, 'stopped');
    assert.ok(steps.length >= 2 && steps.every((done, place) => place === 0 || done >= (steps[place - 1] ?? 0)));
    const part = await total();
    let counted = 0;
    const count = operations.count.bind(operations);
    operations.count = (params) => {
      counted += params.tasks.length;
      return count(params);
    };
    // Stops again after each batch: every round gets further.
    for (let rounds = 0; rounds < 20; rounds++) await service.count();
    assert.deepEqual(service.counting, { state: 'complete' });
    const all = await total();
    assert.ok(part > 0 && part < all);
    const found = (await external.foundSessions()).reduce((sum, { found: each }) => sum + each.length, 0);
    assert.ok(counted < found, 'what was counted before is not counted again');
  });

  it('keeps to the sessions below the folders', async () => {
    await service.count();
    const projects = [...new Set((await service.usage(undefined)).entries.map(({ project }) => project ?? ''))];
    const sums = await Promise.all(projects.map((project) => total([project])));
    assert.equal(sums.reduce((a, b) => a + b, 0), await total());
    assert.equal(await total(['/nowhere']), 0);
  });
});
