import assert from 'node:assert/strict';
import * as path from 'node:path';
import type { Depth } from '../../../src/agents/agent';
import { LocalOperations } from '../../../src/workers/operations';
import { WorkerPool } from '../../../src/workers/pool';
import type { Scan } from '../../../src/workers/scanning';
import { Homes } from '../agents/adapterHome';

describe('X6 reading in one thread or in several', () => {
  const homes = new Homes();
  after(() => homes.removeAll());
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const file = (number: number): string => `.claude/projects/-home-dev-app/${id(number)}.jsonl`;
  const prompt = (number: number): string =>
    `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: id(number), cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content: `prompt ${number}` } })}\n`;

  /** `here`: what the calling thread did: first the looking, then its share. */
  async function scan(home: string, depth: Depth, known: Readonly<Record<string, string>> = {}): Promise<{ scan: Scan; here: readonly Scan[] }> {
    const local = new LocalOperations();
    const here: Scan[] = [];
    const pool = new WorkerPool({
      script: path.resolve('dist/scanWorker.js'),
      size: 2,
      log: assert.fail,
      here: {
        count: (params) => local.count(params),
        scan: async (params) => {
          const done = await local.scan(params);
          here.push(done);
          return done;
        },
      },
    });
    try {
      const whole = await pool.scan({ agent: 'claude-code', place: { home, env: {} }, depth, known });
      return { scan: whole, here };
    } finally {
      pool.dispose();
    }
  }

  const ids = (scan: Scan): string[] => scan.records.map((record) => record.id).sort();

  it('one thread reads few sessions', async () => {
    const home = homes.with({ [file(1)]: prompt(1), [file(2)]: prompt(2), [file(3)]: '' });
    const { scan: whole, here } = await scan(home, 'ends');
    assert.deepEqual([whole], here);
    assert.deepEqual(ids(whole), [id(1), id(2)]);
    assert.deepEqual(whole.skipped.map(({ reason }) => reason), ['empty_file']);
  });

  it('several read many, each once, and what was found is looked for once', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const home = homes.with({ ...Object.fromEntries(numbers.map((number) => [file(number), prompt(number)])), [file(1000)]: '' });
    const { scan: whole, here } = await scan(home, 'full');
    const [looked, share] = here;
    assert.deepEqual([looked?.left, looked?.records.length], [40, 0]);
    assert.ok(share !== undefined && share.records.length > 10 && share.records.length < 20);
    assert.deepEqual([whole.left, whole.found.length], [0, 40]);
    assert.deepEqual(ids(whole), numbers.map(id));
    assert.deepEqual(whole.skipped.map(({ reason }) => reason), ['empty_file']);
    assert.equal(whole.stats.folders, looked?.stats.folders);

    const known = Object.fromEntries(whole.found.map((found) => [found.id, found.signature]));
    const again = await scan(home, 'full', { ...known, [id(7)]: 'older' });
    assert.deepEqual(ids(again.scan), [id(7)]);
  });

  it('a first list reads one agent here and the others beside it', async () => {
    const rollout = '.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-019cac0f-0000-7000-8000-000000000001.jsonl';
    const meta = { timestamp: '2026-03-01T10:00:00.000Z', type: 'session_meta', payload: { id: '019cac0f-0000-7000-8000-000000000001', cwd: '/home/dev/app' } };
    const home = homes.with({ [file(1)]: prompt(1), [rollout]: `${JSON.stringify(meta)}\n` });
    const local = new LocalOperations();
    const here: string[] = [];
    const pool = new WorkerPool({
      script: path.resolve('dist/scanWorker.js'),
      size: 1,
      log: assert.fail,
      here: {
        count: (params) => local.count(params),
        scan: (params) => {
          here.push(params.agent);
          return local.scan(params);
        },
      },
    });
    try {
      const both = (['claude-code', 'codex'] as const).map((agent) => pool.scan({ agent, place: { home, env: {} }, depth: 'ends', known: {} }));
      const [claude, codex] = await Promise.all(both);
      assert.deepEqual([claude, codex].map((one) => one?.found.length), [1, 1]);
      assert.deepEqual(here, ['claude-code']);
    } finally {
      pool.dispose();
    }
  });
});
