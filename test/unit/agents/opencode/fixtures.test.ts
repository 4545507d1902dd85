import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Session } from '../../../../src/external/session';
import type { Usage } from '../../../../src/transcript/model';
import { fixtures, Homes, type Reading, readHome } from './support';

interface ExpectedUsage {
  readonly input: number;
  /** Without reasoning where that is recorded apart. */
  readonly output: number;
  readonly reasoning: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

interface Expected {
  readonly id: string;
  readonly displayTitle: string | null;
  readonly firstPrompt: string | null;
  readonly cwd: string | null;
  readonly created?: number;
  readonly lastActivity?: number;
  readonly messages: { readonly total: number };
  readonly models: readonly string[];
  readonly usage: ExpectedUsage;
  readonly archived?: boolean;
  readonly forkedFrom?: string | null;
  readonly subagents: readonly Pick<Expected, 'id' | 'messages' | 'usage'>[];
  readonly resume: { readonly argv: readonly string[]; readonly cwd: string } | null;
}

interface ExpectedFile {
  readonly sessions: readonly Expected[] | null;
  readonly notListed: readonly { readonly id: string }[];
}

function usageOf({ input, output, reasoning, cacheRead, cacheWrite }: ExpectedUsage): Usage {
  return { input, output: output + reasoning, cache_read: cacheRead, cache_write: cacheWrite, reasoning };
}

function plus(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    reasoning: a.reasoning + b.reasoning,
  };
}

const iso = (time: number): string => new Date(time).toISOString();
const flat = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

for (const name of fs.readdirSync(fixtures).filter((entry) => fs.existsSync(path.join(fixtures, entry, 'expected.json')))) {
  const expected = JSON.parse(fs.readFileSync(path.join(fixtures, name, 'expected.json'), 'utf8')) as ExpectedFile;
  if (expected.sessions === null) continue;
  // What was never used is in the file, but is no row.
  const rows = expected.sessions.filter(({ messages }) => messages.total > 0);

  describe(`X2 X3 X27 the recorded opencode home "${name}"`, () => {
    const homes = new Homes();
    let full: Reading;
    let ends: Reading;
    before(async () => {
      full = await readHome(homes.copy(name));
      ends = await readHome(homes.copy(name), 'ends');
    });
    after(() => homes.removeAll());

    it('lists exactly the expected sessions', () => {
      const ids = full.joined.sessions.map(({ record }) => record.id).sort();
      assert.deepEqual(ids, rows.map(({ id }) => id).sort());
      for (const { id } of expected.notListed) assert.ok(!ids.includes(id));
    });

    for (const want of rows) {
      it(`reads "${flat(want.displayTitle)}" (${want.id})`, () => {
        const { record, usageWithSubagents, resume } = full.joined.sessions.find((session) => session.record.id === want.id) as Session;
        assert.equal(record.title, flat(want.displayTitle));
        assert.equal(record.titleSource, flat(want.displayTitle) === flat((want.firstPrompt ?? '').trim().split('\n')[0] ?? '') ? 'first_prompt' : 'generated');
        assert.equal(flat(record.firstPrompt), flat(want.firstPrompt));
        assert.equal(record.folder, want.cwd);
        if (want.created !== undefined) assert.equal(record.createdAt, iso(want.created));
        if (want.lastActivity !== undefined) assert.equal(record.lastActivityAt, iso(want.lastActivity));
        assert.equal(record.messageCount, want.messages.total);
        assert.deepEqual([...record.models].sort(), [...want.models].sort());
        assert.deepEqual(record.usage, usageOf(want.usage));
        assert.deepEqual(usageWithSubagents, want.subagents.map(({ usage }) => usageOf(usage)).reduce(plus, usageOf(want.usage)));
        assert.equal(record.archived, want.archived ?? false);
        assert.equal(record.parentId, want.forkedFrom ?? null);
        assert.deepEqual(resume, want.resume && { argv: want.resume.argv, cwd: want.resume.cwd });
        for (const child of want.subagents) {
          const below = full.records.get(child.id);
          assert.equal(below?.subagentOf, want.id);
          assert.equal(below.messageCount, child.messages.total);
          assert.deepEqual(below.usage, usageOf(child.usage));
        }
      });

      it(`reads the same of ${want.id} without its messages, but counts nothing`, () => {
        const whole = full.records.get(want.id);
        const record = ends.records.get(want.id);
        assert.deepEqual(record, {
          ...whole,
          firstPrompt: record?.firstPrompt,
          models: record?.models,
          messageCount: null,
          usage: null,
          unknownTypes: {},
        });
        for (const model of record?.models ?? []) assert.ok(want.models.includes(model));
      });
    }
  });
}

describe('X3 what a recorded home says of the sessions that are no rows', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('names sub-agents with their session, and a session that was never used', async () => {
    for (const depth of ['ends', 'full'] as const) {
      const { joined } = await readHome(homes.copy('main'), depth);
      assert.deepEqual(
        joined.notShown.map(({ id, reason, detail }) => [id, reason, detail]).sort(),
        [
          ['ses_dd3f7ca17ffelCexoSbHu0uoqZ', 'no_message', ''],
          ['ses_dd3f7d2c1ffe2ABYnfwxJXCOOt', 'sub_agent', 'ses_dd3f7d632ffeRyNDDRl46vC212'],
          ['ses_dd3fce297ffeIyTjlcvwMp6b4U', 'sub_agent', 'ses_dd3fd000cffeRx7l6Xf3mrRpQu'],
          ['ses_dd3fce33affeNgtEoL2MR65T39', 'sub_agent', 'ses_dd3fd000cffeRx7l6Xf3mrRpQu'],
        ],
      );
    }
  });

  it('counts record types that are not known', async () => {
    const { records } = await readHome(homes.copy('damaged-rows'));
    assert.deepEqual(records.get('ses_dd3ea53e3ffevGSaxrW52c9WpA')?.unknownTypes, { 'part hologram': 1, 'message narrator': 1 });
  });

  it('lists nothing twice of what a database took over from files, and does not report the older copies', async () => {
    const { joined } = await readHome(homes.copy('migrated'));
    assert.deepEqual(joined.notShown.map(({ reason }) => reason), ['sub_agent']);
  });
});
