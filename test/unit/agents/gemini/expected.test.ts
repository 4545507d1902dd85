import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { gemini } from '../../../../src/agents/gemini/gemini';
import type { Session } from '../../../../src/external/session';
import type { Usage } from '../../../../src/transcript/model';
import { Homes, readHome } from '../adapterHome';

interface Expected {
  readonly id: string;
  readonly displayTitle: string;
  readonly titleIsPrefix?: boolean;
  readonly titleSource: string;
  readonly cwd: string;
  readonly cwdByHash?: boolean;
  readonly firstPrompt: string;
  readonly messages: { readonly total: number };
  readonly models: readonly string[];
  readonly usage: { readonly input: number; readonly output: number; readonly reasoning: number; readonly cacheRead: number; readonly cacheWrite: number };
  readonly subagents: readonly (Pick<Expected, 'id' | 'usage'>)[];
  readonly created: string;
  readonly lastActivity: string;
  readonly file?: string;
  readonly resume: { readonly argv: readonly string[]; readonly cwd: string };
}

const folder = path.join(process.cwd(), 'test/fixtures/gemini');
const cases = fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'expected.json')));
const sources: Readonly<Record<string, string>> = { generated: 'generated' };

function usageOf({ input, output, reasoning, cacheRead, cacheWrite }: Expected['usage']): Usage {
  return { input, output: output + reasoning, cache_read: cacheRead, cache_write: cacheWrite, reasoning };
}

function plus(a: Usage, b: Usage): Usage {
  return Object.fromEntries(Object.entries(a).map(([key, value]) => [key, value + b[key as keyof Usage]])) as unknown as Usage;
}

describe('X2 X3 X27 the rows of recorded Gemini CLI homes', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const name of cases) {
    const expected = JSON.parse(fs.readFileSync(path.join(folder, name, 'expected.json'), 'utf8')) as { sessions: Expected[] };
    // What only a hash records is found among folders that are known from elsewhere.
    const folders = expected.sessions.filter((session) => session.cwdByHash).map((session) => session.cwd);

    describe(name, () => {
      let home: string;
      let rows: ReadonlyMap<string, Session>;
      let short: ReadonlyMap<string, Session>;
      before(async () => {
        home = homes.copy(`gemini/${name}/home`);
        const byId = async (depth: 'ends' | 'full') =>
          new Map((await readHome(gemini, home, depth, { folders })).sessions.map((session) => [session.record.id, session]));
        rows = await byId('full');
        short = await byId('ends');
      });

      it('lists exactly the expected sessions', () => {
        const ids = expected.sessions.map(({ id }) => id).sort();
        assert.deepEqual([...rows.keys()].sort(), ids);
        assert.deepEqual([...short.keys()].sort(), ids);
      });

      for (const want of expected.sessions) {
        it(`reads ${want.displayTitle} (${want.id.slice(0, 8)})`, () => {
          const { record, usageWithSubagents, resume, files } = rows.get(want.id) as Session;
          const title = want.titleIsPrefix ? record.title.slice(0, want.displayTitle.length) : record.title;
          assert.equal(title, want.displayTitle);
          assert.equal(record.titleSource, sources[want.titleSource] ?? 'first_prompt');
          assert.equal(record.firstPrompt?.slice(0, want.firstPrompt.length), want.firstPrompt);
          assert.equal(record.folder, want.cwd);
          assert.equal(record.createdAt, want.created);
          assert.equal(record.lastActivityAt, want.lastActivity);
          assert.equal(record.messageCount, want.messages.total);
          assert.deepEqual([...record.models].sort(), [...want.models].sort());
          assert.deepEqual(record.usage, usageOf(want.usage));
          const below = want.subagents.map(({ usage }) => usageOf(usage));
          assert.deepEqual(usageWithSubagents, below.reduce(plus, usageOf(want.usage)));
          assert.deepEqual(resume, want.resume);
          if (want.file !== undefined) assert.ok(files.includes(path.join(home, want.file)));
        });

        it(`reads the same of ${want.id.slice(0, 8)} from the ends of its file, but counts nothing`, () => {
          const { record } = short.get(want.id) as Session;
          const whole = rows.get(want.id)?.record as Session['record'];
          assert.deepEqual(record, { ...whole, models: record.models, messageCount: null, usage: null, unknownTypes: {} });
        });
      }
    });
  }

  it('says why the rest of the damaged home is not shown', async () => {
    const { notShown } = await readHome(gemini, homes.copy('gemini/damaged/home'), 'full');
    const reasons = Object.fromEntries(notShown.map(({ path: file, reason }) => [path.basename(file), reason]));
    assert.deepEqual(reasons, {
      'notes.json': 'name_is_no_session',
      'session-2026-06-01T10-00-aaaaaaaa.jsonl.tmp-4242': 'name_is_no_session',
      'session-2026-06-01T10-00-aaaaaaaa.jsonl.unreadable-1780308000000': 'name_is_no_session',
      'session-2026-06-01T10-04-eeeeeeee.json': 'not_readable_as_history',
      'session-2026-06-01T10-05-ffffffff.jsonl': 'empty_file',
      'session-2026-06-01T10-06-12121212.jsonl': 'no_message',
      'session-backup.zip': 'name_is_no_session',
    });
  });

  it('puts a sub-agent below its session, and hides a session whose only prompt failed', async () => {
    const { notShown } = await readHome(gemini, homes.copy('gemini/main/home'), 'ends');
    assert.deepEqual(
      notShown.map(({ id, reason, detail }) => [id, reason, detail]).sort(),
      [
        ['6392d75d-8a48-4daf-8a41-30d32d27d604', 'sub_agent', '77777777-0000-4000-8000-000000000007'],
        ['deadbeef-0000-4000-8000-000000000011', 'no_message', ''],
      ],
    );
  });

  it('finds the folder behind a hash in the paths that tools were called with, and leaves it unknown otherwise', async () => {
    const { sessions } = await readHome(gemini, homes.copy('gemini/legacy-hash/home'), 'ends');
    assert.deepEqual(Object.fromEntries(sessions.map(({ record, resume }) => [record.id.slice(0, 8), [record.folder, resume?.cwd]])), {
      '6ce8f0e3': ['/home/dev/app', '/home/dev/app'],
      '6b07798e': [null, null],
    });
  });
});
