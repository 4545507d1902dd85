import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { addUsage, noUsage, type Usage } from '../../../src/transcript/model';
import { Homes, readHome } from '../agents/adapterHome';
import { countedBy } from './counting';

/** Every folder below an agent's fixtures that is a home. */
function homesOf(agent: string): string[] {
  const root = path.resolve('test/fixtures', agent);
  const folders = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => (fs.existsSync(path.join(root, name, 'home')) ? `${agent}/${name}/home` : `${agent}/${name}`));
}

/** Where sessions hold copies of each other's requests, what they used together: each row tells what its own file records. */
const together: Readonly<Record<string, { readonly sessions: readonly string[]; readonly usage: Usage }>> = {
  // One transcript, damaged in eight ways.
  'claude-code/home-damaged': {
    sessions: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `claude-code:da3a0000-0000-4000-8000-00000000000${number}`),
    usage: { input: 341, output: 61, cache_read: 1151, cache_write: 70, reasoning: 0 },
  },
  // An import: its usage but for `copiedUsage` in the fixture's `expected.json`.
  'gemini/main/home': {
    sessions: ['gemini:4b84c6b0-9b07-4355-98e4-c5e220084835'],
    usage: { input: 40, output: 3, cache_read: 210, cache_write: 0, reasoning: 0 },
  },
};

describe('X27 what recorded histories used', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const agent of agents) {
    for (const fixture of homesOf(agent.id)) {
      // The usage of each row, read through, is what `expected.json` says: the adapters' own tests hold them together.
      it(`is counted as it is read: ${fixture}`, async () => {
        const home = homes.copy(fixture);
        const counted = await countedBy(home, 'session');
        const usageOf = (key: string): Usage => {
          const { input, output, cache_read, cache_write, reasoning } = counted[key] ?? noUsage;
          return { input, output, cache_read, cache_write, reasoning };
        };
        const copies = together[fixture];
        if (copies !== undefined) assert.deepEqual(copies.sessions.map(usageOf).reduce(addUsage), copies.usage);
        const { sessions } = await readHome(agent, home, 'full');
        for (const { key, usageWithSubagents } of sessions) {
          if (copies?.sessions.includes(key) !== true) assert.deepEqual(usageOf(key), usageWithSubagents ?? noUsage, key);
        }
      });
    }
  }
});
