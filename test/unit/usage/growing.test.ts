import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { Counts, countedBy } from './counting';

/** How often the histories are changed at random; more in a longer run. */
const runs = Number(process.env['LOCALIX_RUNS'] ?? '12');

const changes = ['append', 'line', 'tear', 'cut', 'rewrite', 'replace', 'remove', 'copy'] as const;

describe('X27 what changed since is all that is counted again', () => {
  let folder: string;
  let sources: ReadonlyMap<string, Buffer>;

  before(function () {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-growing-'));
    const home = path.join(folder, 'source');
    const made = spawnSync(process.execPath, [path.resolve('bench/genHistory.mjs'), '--root', home, '--mb', '0.6', '--sessions', '8', '--profile', 'nasty', '--big-line-mb', '0', '--quiet']);
    assert.equal(made.status, 0);
    const files = fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl$/.test(name));
    sources = new Map(files.filter((name) => !name.endsWith('session_index.jsonl')).map((name) => [name, fs.readFileSync(path.join(home, name))]));
    assert.ok(sources.size >= 8);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('and comes to the same as counting everything anew, after any appending, cutting, rewriting, replacing and removing', async function () {
    this.timeout(300_000);
    const step = fc.record({ file: fc.nat(), act: fc.constantFrom(...changes, 'count' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 40 }), async (all) => {
        const home = fs.mkdtempSync(path.join(folder, 'home-'));
        const counts = new Counts();
        try {
          for (const { file, act, part } of all) {
            if (act === 'count') await counts.count(home);
            else change(home, file, act, part);
          }
          for (const by of ['session', 'day', 'model'] as const) assert.deepEqual(await counts.by(home, by), await countedBy(home, by));
        } finally {
          counts.remove();
          fs.rmSync(home, { recursive: true, force: true });
        }
      }),
      { numRuns: runs },
    );
  });

  function change(home: string, number: number, act: (typeof changes)[number], part: number): void {
    const [name = '', whole = Buffer.alloc(0)] = [...sources][number % sources.size] ?? [];
    const target = path.join(home, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const size = fs.statSync(target, { throwIfNoEntry: false })?.size ?? 0;
    const piece = whole.subarray(size, size + Math.ceil(part * whole.length));
    switch (act) {
      case 'append':
        return fs.appendFileSync(target, piece);
      case 'line':
        // Up to the end of a line, as agents write.
        return fs.appendFileSync(target, piece.subarray(0, piece.lastIndexOf(0x0a) + 1));
      case 'tear':
        return fs.appendFileSync(target, '{"type":"assistant","mess');
      case 'cut':
        return size > 0 ? fs.truncateSync(target, Math.floor(size * part)) : undefined;
      case 'rewrite':
        return fs.writeFileSync(target, whole.subarray(Math.floor(whole.length * part)));
      case 'replace':
        fs.writeFileSync(`${target}.new`, whole.subarray(0, Math.ceil(whole.length * part)));
        return fs.renameSync(`${target}.new`, target);
      case 'remove':
        return fs.rmSync(target, { force: true });
      case 'copy':
        // Under another name in the same folder, with the same content.
        return size > 0 ? fs.copyFileSync(target, target.replace(/[0-9a-f]{4}\.jsonl$/, 'ffff.jsonl')) : undefined;
    }
  }
});
