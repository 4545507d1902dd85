import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import type { Agent, SessionRecord } from '../../../src/agents/agent';
import { codex } from '../../../src/agents/codex/codex';
import { AgentIndex } from '../../../src/external/agentIndex';
import { scan } from '../../../src/workers/scanning';

/** An agent whose sessions are text files: the first line is the title. Real files, the real scan. */
function textAgent(folder: string, reads: string[]): Agent {
  return {
    id: 'codex',
    resume: ({ id }: { id: string }) => ({ argv: ['codex', id], cwd: null }),
    async find(_place: unknown, files: { entries(f: string): Promise<fs.Dirent[]>; stat(f: string): Promise<{ size: number; mtimeMs: number; identity: string }> }) {
      const sessions = [];
      for (const { name } of await files.entries(folder)) {
        const file = path.join(folder, name);
        const { size, mtimeMs, identity } = await files.stat(file);
        sessions.push({ id: name, signature: `${size}:${mtimeMs}:${identity}`, files: [file], facts: {}, running: false });
      }
      return { sessions, skipped: [] };
    },
    async read({ id, files }: { id: string; files: readonly string[] }) {
      reads.push(id);
      const text = await fs.promises.readFile(files[0] ?? '', 'utf8');
      return { id, title: text.split('\n')[0], folder: '/home/dev/app', subagentOf: null, usage: null, hidden: null, parentId: null } as unknown as SessionRecord;
    },
  } as unknown as Agent;
}

describe('X6 the index reads only what changed', () => {
  let folder: string;
  let reads: string[];
  let index: AgentIndex;
  const titles = (which = index): Record<string, string> =>
    Object.fromEntries(which.joined({}).sessions.map(({ record }) => [record.id, record.title]));
  function newIndex(seen: string[] = []): AgentIndex {
    const agent = textAgent(folder, seen);
    const place = { home: folder, env: {} };
    return new AgentIndex(agent, { place, depth: 'ends', operations: { scan: (params) => scan(agent, place, params) } });
  }

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-index-'));
    reads = [];
    index = newIndex(reads);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('a second refresh reads nothing, a changed file alone is read again', async () => {
    fs.writeFileSync(path.join(folder, 'a'), 'A\n');
    fs.writeFileSync(path.join(folder, 'b'), 'B\n');
    await index.refresh();
    assert.deepEqual(titles(), { a: 'A', b: 'B' });
    await index.refresh();
    assert.deepEqual([...reads].sort(), ['a', 'b']);
    fs.writeFileSync(path.join(folder, 'b'), 'B renamed\n');
    assert.deepEqual([...(await index.refresh())], ['b']);
    assert.deepEqual(titles(), { a: 'A', b: 'B renamed' });
    assert.deepEqual([...reads].sort(), ['a', 'b', 'b']);
  });

  it('a deleted file\'s row goes, and one that can\'t be read is not shown, with its reason', async () => {
    fs.writeFileSync(path.join(folder, 'a'), 'A\n');
    fs.writeFileSync(path.join(folder, 'b'), 'B\n');
    await index.refresh();
    fs.rmSync(path.join(folder, 'a'));
    fs.rmSync(path.join(folder, 'b'));
    fs.mkdirSync(path.join(folder, 'b'));
    await index.refresh();
    assert.deepEqual(titles(), {});
    assert.deepEqual(index.joined({}).notShown.map(({ id, reason }) => [id, reason]), [['b', 'is_directory']]);
  });

  it('a session of which a copy lies elsewhere is a row, at the first look and at the next', async () => {
    const id = '019ba609-0b56-74f2-9222-486a75ecb618';
    const lines = [
      { timestamp: '2026-01-10T03:52:49.000Z', type: 'session_meta', payload: { id, timestamp: '2026-01-10T03:52:49.000Z', cwd: '/home/dev/app' } },
      { timestamp: '2026-01-10T03:52:50.000Z', type: 'event_msg', payload: { type: 'user_message', message: 'mend the parser' } },
    ];
    for (const below of ['sessions/2026/01/10', 'archived_sessions']) {
      fs.mkdirSync(path.join(folder, '.codex', below), { recursive: true });
      fs.writeFileSync(path.join(folder, '.codex', below, `rollout-2026-01-10T03-52-49-${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    const place = { home: folder, env: {} };
    const real = new AgentIndex(codex, { place, depth: 'ends', operations: { scan: (params) => scan(codex, place, params) } });
    for (const look of ['first', 'next']) {
      await real.refresh();
      assert.deepEqual(titles(real), { [id]: 'mend the parser' }, look);
      assert.deepEqual(real.joined({}).notShown.map(({ reason }) => reason), ['duplicate'], look);
    }
  });

  it('after any interleaving of writes, deletes, replacements and refreshes it equals a fresh scan', async () => {
    const step = fc.record({ file: fc.constantFrom('a', 'b', 'c'), act: fc.constantFrom('append', 'rewrite', 'delete', 'replace', 'refresh'), text: fc.string({ maxLength: 5 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const incremental = newIndex();
        for (const [count, { file, act, text: start }] of steps.entries()) {
          // Lengths differ, since two rewrites of one length within one tick of the file system's clock look the same.
          const text = start + 'x'.repeat(count + 5);
          const target = path.join(folder, file);
          if (act === 'append') fs.appendFileSync(target, text);
          else if (act === 'rewrite') fs.writeFileSync(target, `${text}\n`);
          else if (act === 'delete') fs.rmSync(target, { force: true });
          else if (act === 'replace') {
            fs.writeFileSync(`${folder}.new`, `${text}!\n`);
            fs.renameSync(`${folder}.new`, target);
          } else await incremental.refresh();
        }
        await incremental.refresh();
        const fresh = newIndex();
        await fresh.refresh();
        assert.deepEqual(titles(incremental), titles(fresh));
      }),
      { numRuns: 50 },
    );
  });
});
