import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { SessionRecord } from '../../../../src/agents/agent';
import { hermes } from '../../../../src/agents/hermes/hermes';
import type { Session } from '../../../../src/external/session';
import { copyHome, edit, fixtures, list, type Listed, removeHomes } from './fixture';

interface ExpectedUsage {
  readonly inputFresh: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

interface Expected {
  readonly home: string;
  readonly id: string;
  readonly title: string;
  readonly titleBy?: string;
  readonly cwd: string | null;
  readonly createdAt?: string;
  readonly lastMessageAt?: string;
  readonly messages: { readonly total: number };
  readonly models?: readonly string[];
  readonly usage: ExpectedUsage;
  readonly parent?: string | null;
  readonly listed?: boolean;
  readonly subagents?: readonly { readonly input: number; readonly output: number }[];
  readonly resume?: { readonly argv: readonly string[]; readonly cwd: string | null };
}

const expected = JSON.parse(fs.readFileSync(path.join(fixtures, 'expected.json'), 'utf8')) as {
  readonly sessions: readonly Expected[];
  readonly extra: readonly { readonly home: string; readonly sessions?: readonly Expected[] }[];
};
const homes = new Map<string, Expected[]>();
for (const one of expected.sessions) homes.set(one.home, [...(homes.get(one.home) ?? []), one]);
for (const { home, sessions } of expected.extra) if (sessions !== undefined) homes.set(home, [...sessions]);

function usageOf({ inputFresh, output, cacheRead, cacheWrite, reasoning }: ExpectedUsage): unknown {
  return { input: inputFresh, output, cache_read: cacheRead, cache_write: cacheWrite, reasoning };
}

/** What `expected.json` states of a session, by field. */
function wanted(one: Expected): Record<string, unknown> {
  const subagents = one.subagents ?? [];
  const sum = (name: 'input' | 'output'): number => subagents.reduce((total, subagent) => total + subagent[name], 0);
  return {
    title: one.title,
    folder: one.cwd,
    messageCount: one.messages.total,
    usage: usageOf(one.usage),
    withSubagents: usageOf({ ...one.usage, inputFresh: one.usage.inputFresh + sum('input'), output: one.usage.output + sum('output') }),
    ...(one.titleBy !== undefined && { byPrompt: one.titleBy === 'prompt' }),
    ...(one.createdAt !== undefined && { createdAt: one.createdAt, lastActivityAt: one.lastMessageAt }),
    ...(one.models !== undefined && { models: one.models }),
    ...(one.parent !== undefined && { parentId: one.parent }),
    ...(one.resume !== undefined && { resume: { argv: one.resume.argv, cwd: one.resume.cwd } }),
  };
}

function given(record: SessionRecord, session: Session | undefined): Record<string, unknown> {
  const { title, titleSource, folder, messageCount, usage, createdAt, lastActivityAt, models, parentId } = record;
  return {
    title, folder, messageCount, usage, createdAt, lastActivityAt, parentId,
    models: [...models].sort(),
    byPrompt: titleSource === 'first_prompt',
    resume: hermes.resume(record, {}),
    withSubagents: session === undefined ? usage : session.usageWithSubagents,
  };
}

describe('X2 the recorded Hermes homes', () => {
  after(removeHomes);

  for (const [home, sessions] of homes) {
    describe(home, () => {
      let listed: Listed;
      before(async () => {
        listed = await list(copyHome(home));
      });

      it('lists exactly the sessions of the agent\'s own list', () => {
        const ids = sessions.filter((one) => one.listed !== false).map(({ id }) => id);
        assert.deepEqual(listed.sessions.map(({ record }) => record.id).sort(), ids.sort());
      });

      for (const one of sessions) {
        it(`reads ${one.id}: ${one.title}`, () => {
          const record = listed.records.find(({ id }) => id === one.id);
          assert.ok(record);
          assert.equal(record.hidden, one.listed === false ? 'hidden_by_agent' : null);
          const want = wanted(one);
          const have = given(record, listed.sessions.find(({ key }) => key === `hermes:${one.id}`));
          assert.deepEqual(Object.fromEntries(Object.keys(want).map((name) => [name, have[name]])), want);
        });
      }
    });
  }
});

describe('X6 the ends of Hermes sessions', () => {
  after(removeHomes);

  for (const home of ['main', 'legacy-0.10.0', 'live-wal', 'newer-v30']) {
    it(`tell the same rows of ${home} as a full reading, but for the number of messages`, async () => {
      const ends = await list(copyHome(home), 'ends');
      const full = await list(copyHome(home));
      assert.ok(ends.records.every(({ messageCount }) => messageCount === null));
      const plain = ({ records }: Listed): unknown[] =>
        records.map((record) => ({ ...record, messageCount: null })).sort((x, y) => (x.id < y.id ? -1 : 1));
      assert.deepEqual(plain(ends), plain(full));
    });
  }

  it('are not enough where the first prompt is very long, or everything at the beginning was taken back', async () => {
    const home = copyHome('main');
    const long = `Read this: ${'x'.repeat(100_000)}`;
    edit(home, (database) => {
      database.prepare('UPDATE messages SET content = ? WHERE id = 29').run(long);
      const add = database.prepare('INSERT INTO messages (session_id, role, content, timestamp, active) VALUES (?, \'user\', ?, ?, 0)');
      for (let count = 0; count < 200; count++) add.run('20261130_102014_04c551', 'no', 1796034000 + count / 1000);
      for (let count = 0; count < 200; count++) add.run('20261130_102014_04c551', 'no', 1796034020 + count / 1000);
    });
    const { records } = await list(home, 'ends');
    const prompt = (id: string): string | null | undefined => records.find((record) => record.id === id)?.firstPrompt;
    assert.equal(prompt('20261130_101800_61ff43'), long);
    assert.equal(prompt('20261130_102014_04c551'), 'Say something');
  });
});
