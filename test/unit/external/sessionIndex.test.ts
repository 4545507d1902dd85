import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { claudeCode } from '../../../src/agents/claudeCode/claudeCode';
import { codex } from '../../../src/agents/codex/codex';
import { SessionIndex } from '../../../src/external/sessionIndex';
import { LocalOperations } from '../../../src/workers/operations';
import { Homes } from '../agents/adapterHome';

describe('X6 the index of all agents, over restarts', () => {
  const homes = new Homes();
  after(() => homes.removeAll());
  const numbers = [1, 2, 3] as const;
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

  function open(home: string, file: string | undefined): SessionIndex {
    return new SessionIndex({ agents: [claudeCode, codex], operations: new LocalOperations(), place: { home, env: {} }, depth: 'ends', file, log: assert.fail });
  }

  async function rows(index: SessionIndex): Promise<unknown> {
    await Promise.all(index.agents.map((each) => each.refresh()));
    return index.agents.map((each) => each.joined({}));
  }

  it('after any interleaving of writes and restarts it equals a fresh scan', async () => {
    const act = fc.constantFrom('append', 'rename', 'truncate', 'replace', 'delete', 'refresh', 'save', 'restart', 'damage');
    const step = fc.record({ act, number: fc.constantFrom(...numbers), isCodex: fc.boolean(), cut: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const home = homes.empty();
        const indexFile = path.join(home, 'index.sqlite');
        let index = open(home, indexFile);
        for (const [count, { act, number, isCodex, cut }] of steps.entries()) {
          const file = isCodex
            ? path.join(home, `.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-${id(number)}.jsonl`)
            : path.join(home, `.claude/projects/-home-dev-app/${id(number)}.jsonl`);
          fs.mkdirSync(path.dirname(file), { recursive: true });
          const text = isCodex ? codexLines(number, count) : claudeLines(number, count);
          if (act === 'append') fs.appendFileSync(file, text);
          else if (act === 'rename') fs.appendFileSync(file, `${JSON.stringify({ type: 'custom-title', customTitle: `Name ${count}`, sessionId: id(number) })}\n`);
          else if (act === 'truncate') { if (fs.existsSync(file)) fs.truncateSync(file, Math.min(cut, fs.statSync(file).size)); }
          else if (act === 'replace') {
            fs.writeFileSync(path.join(home, 'new'), text + text);
            fs.renameSync(path.join(home, 'new'), file);
          } else if (act === 'delete') fs.rmSync(file, { force: true });
          else if (act === 'refresh') await rows(index);
          else if (act === 'save') await index.save();
          else if (act === 'damage') { if (fs.existsSync(indexFile)) fs.truncateSync(indexFile, Math.min(cut * 50, fs.statSync(indexFile).size)); }
          else {
            // With or without what was learnt since the last saving.
            index = open(home, indexFile);
            await index.restore();
          }
        }
        assert.deepEqual(await rows(index), await rows(open(home, undefined)));
        fs.rmSync(home, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });

  it('writes nothing when nothing changed', async () => {
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id(1)}.jsonl`]: claudeLines(1, 1) });
    const file = path.join(home, 'index.sqlite');
    const index = open(home, file);
    await rows(index);
    await index.save();
    const { ino } = fs.statSync(file);
    await rows(index);
    await index.save();
    const next = open(home, file);
    await next.restore();
    await rows(next);
    await next.save();
    assert.equal(fs.statSync(file).ino, ino);
  });

  function claudeLines(number: number, count: number): string {
    const common = { sessionId: id(number), cwd: '/home/dev/app', version: '2.1.0', timestamp: `2026-03-01T10:00:${String(count).padStart(2, '0')}.000Z` };
    return `${JSON.stringify({ type: 'user', uuid: `u${count}`, ...common, message: { role: 'user', content: `prompt ${count}` } })}\n`;
  }

  function codexLines(number: number, count: number): string {
    const timestamp = `2026-03-01T10:00:${String(count).padStart(2, '0')}.000Z`;
    const meta = { timestamp, type: 'session_meta', payload: { id: id(number), timestamp, cwd: '/home/dev/app', originator: 'codex_cli_rs', cli_version: '0.144.2', source: 'cli' } };
    const prompt = { timestamp, type: 'event_msg', payload: { type: 'user_message', message: `prompt ${count}` } };
    return `${JSON.stringify(meta)}\n${JSON.stringify(prompt)}\n`;
  }
});
