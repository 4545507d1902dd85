import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { SessionExports } from '../../../src/external/sessionExports';
import { Homes } from '../agents/adapterHome';

describe('R7 An export in a thread of its own', () => {
  const homes = new Homes();
  let folder = '';
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-export-'))));
  afterEach(() => {
    homes.removeAll();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const id = '00000000-0000-4000-8000-000000000001';
  const record = (uuid: number): string =>
    `${JSON.stringify({ type: 'user', uuid: `u${String(uuid)}`, parentUuid: uuid === 0 ? null : `u${String(uuid - 1)}`, sessionId: id, cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content: `${String(uuid)} ${'x'.repeat(2000)}` } })}\n`;
  const exportsOf = (count: number): SessionExports => {
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: Array.from({ length: count }, (_, uuid) => record(uuid)).join('') });
    return new SessionExports({ script: path.resolve('dist/exportWorker.js'), placeOf: () => ({ home, env: {} }), log: assert.fail });
  };

  it('tells how far it is, and writes the file', async () => {
    const told: number[] = [];
    const file = path.join(folder, 'out.md');
    const result = await exportsOf(3000).export(`claude-code:${id}`, 'markdown', file, { signal: new AbortController().signal, onProgress: (done) => told.push(done) });
    assert.ok(result.ok, JSON.stringify(result));
    assert.deepEqual(result.value, { files: [file], bytes: fs.statSync(file).size });
    assert.ok(told.length > 10 && told.length <= 100 && told.every((done, index) => done > (told[index - 1] ?? 0) && done <= 1), told.join());
  });

  it('that is cancelled on its way leaves nothing', async () => {
    const stop = new AbortController();
    const result = await exportsOf(20_000).export(`claude-code:${id}`, 'atif', path.join(folder, 'out.json'), { signal: stop.signal, onProgress: () => stop.abort() });
    assert.deepEqual([result.ok, !result.ok && result.code], [false, 'cancelled']);
    assert.deepEqual(fs.readdirSync(folder), []);
  });
});
