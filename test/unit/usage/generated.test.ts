import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { UsageGrouping } from '../../../src/usage/report';
import { type Counted, countedBy } from './counting';

interface Expected {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
  readonly requests: number;
}

type History = Record<'byDay' | 'byModel' | 'byProject' | 'byAgent', Record<string, Expected>>;

/** The generator's own account of what it writes. */
function generate(home: string, args: readonly string[]): History {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('bench/genHistory.mjs'), '--root', home, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as History;
}

function inOurTerms(expected: Record<string, Expected>, nameOf = (name: string): string => name): Record<string, Counted> {
  return Object.fromEntries(
    Object.entries(expected).map(([name, { input, output, cacheRead: cache_read, cacheWrite: cache_write, reasoning, requests }]) => [
      nameOf(name),
      { input, output, cache_read, cache_write, reasoning, requests },
    ]),
  );
}

const agentNames: Readonly<Record<string, string>> = { claude: 'claude-code', codex: 'codex' };
/** More of them: `LOCALIX_SEEDS=11,42,77`. */
const seeds = (process.env['LOCALIX_SEEDS'] ?? '7').split(',');

describe('X27 what generated histories used', () => {
  let home: string;
  beforeEach(() => (home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-home-'))));
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  const kinds: readonly [string, readonly string[]][] = [
    ['real', ['--profile', 'real', '--mb', '12']],
    ['nasty', ['--profile', 'nasty', '--mb', '16', '--big-line-mb', '20']],
    ['nasty with compressed rollouts', ['--profile', 'nasty', '--mb', '16', '--codex-zst', 'zstd']],
  ];
  for (const [name, args] of kinds) {
    for (const seed of seeds) {
      it(`is by day, model, project and agent what was written: ${name}, seed ${seed}`, async () => {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const written = generate(home, [...args, '--seed', seed, '--tz', zone]);
        const counted = (by: UsageGrouping): Promise<Record<string, Counted>> => countedBy(home, by);
        assert.deepEqual(await counted('day'), inOurTerms(written.byDay));
        assert.deepEqual(await counted('model'), inOurTerms(written.byModel));
        assert.deepEqual(await counted('project'), inOurTerms(written.byProject));
        assert.deepEqual(await counted('agent'), inOurTerms(written.byAgent, (agent) => agentNames[agent] ?? agent));
      });
    }
  }
});
