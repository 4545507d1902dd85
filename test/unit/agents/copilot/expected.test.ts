import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copilot } from '../../../../src/agents/copilot/copilot';
import type { Session } from '../../../../src/external/session';
import type { Usage } from '../../../../src/transcript/model';
import { Homes, readHome, readTranscript } from '../adapterHome';

interface Expected {
  readonly home: string;
  readonly case: string;
  readonly id: string;
  readonly title: string | null;
  readonly titleBy?: 'prompt' | 'user' | 'program';
  readonly cwd?: string;
  readonly branch?: string | null;
  readonly createdAt?: string;
  readonly lastMessageAt?: string;
  readonly messages: { readonly user: number; readonly assistant: number };
  readonly models?: readonly string[];
  readonly usage: { readonly inputFresh: number; readonly output: number; readonly reasoning: number; readonly cacheRead: number; readonly cacheWrite: number };
  readonly parent?: string | null;
  readonly subagents?: readonly { readonly prompt: string }[];
  readonly listed: boolean;
  readonly warning?: boolean;
  readonly resume?: { readonly argv: readonly string[]; readonly cwd: string };
}

const folder = path.join(process.cwd(), 'test/fixtures/copilot');
const recorded = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')) as { sessions: Expected[]; extra: Expected[] };
const all = [...recorded.sessions, ...recorded.extra];
const sources = { prompt: 'first_prompt', user: 'rename', program: 'generated' } as const;

function usageOf({ inputFresh, output, reasoning, cacheRead, cacheWrite }: Expected['usage']): Usage {
  return { input: inputFresh, output, cache_read: cacheRead, cache_write: cacheWrite, reasoning };
}

function total({ messages: { user, assistant } }: Expected): number {
  return user + assistant;
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

describe('X2 X3 X27 the rows of recorded Copilot homes', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const name of new Set(all.map(({ home }) => home))) {
    const expected = all.filter(({ home }) => home === name);
    const listed = expected.filter((want) => want.listed && total(want) > 0);

    describe(name, () => {
      let home: string;
      let rows: ReadonlyMap<string, Session>;
      let short: ReadonlyMap<string, Session>;
      before(async () => {
        home = homes.copy(`copilot/${name}`);
        const byId = async (depth: 'ends' | 'full') => new Map((await readHome(copilot, home, depth)).sessions.map((session) => [session.record.id, session]));
        rows = await byId('full');
        short = await byId('ends');
      });

      it('lists exactly the expected sessions, none of them as running', () => {
        const ids = listed.map(({ id }) => id).sort();
        assert.deepEqual([...rows.keys()].sort(), ids);
        assert.deepEqual([...short.keys()].sort(), ids);
        assert.ok([...rows.values()].every(({ running }) => !running));
      });

      for (const want of listed) {
        it(`reads ${want.case} (${want.id.slice(0, 8)})`, () => {
          const { record, usageWithSubagents, resume } = rows.get(want.id) as Session;
          assert.equal(record.title, flat(want.title ?? ''));
          assert.equal(record.messageCount, total(want));
          assert.deepEqual(record.usage, usageOf(want.usage));
          assert.deepEqual(usageWithSubagents, usageOf(want.usage));
          if (want.titleBy !== undefined) assert.equal(record.titleSource, sources[want.titleBy]);
          if (want.cwd !== undefined) assert.equal(record.folder, want.cwd);
          if (want.branch !== undefined) assert.equal(record.branch, want.branch);
          if (want.createdAt !== undefined) assert.equal(record.createdAt, want.createdAt);
          if (want.lastMessageAt !== undefined) assert.equal(record.lastActivityAt, want.lastMessageAt);
          if (want.models !== undefined) assert.deepEqual([...record.models].sort(), [...want.models].sort());
          if (want.parent !== undefined) assert.equal(record.parentId, want.parent);
          if (want.resume !== undefined) assert.deepEqual(resume, want.resume);
        });

        it(`reads the same of ${want.case} (${want.id.slice(0, 8)}) from the ends of its log, but counts nothing`, () => {
          const { record } = short.get(want.id) as Session;
          const whole = rows.get(want.id)?.record as Session['record'];
          assert.deepEqual(record, { ...whole, models: record.models, messageCount: null, usage: null, unknownTypes: {} });
        });

        if (want.subagents !== undefined && want.subagents.length > 0) {
          it(`names a sub-agent on each call that started one in ${want.case} (${want.id.slice(0, 8)})`, async () => {
            const { events } = await readTranscript(copilot, home, want.id);
            const calls = events.filter(({ tool }) => tool?.name === 'task');
            assert.deepEqual(calls.map(({ tool }) => (tool?.input as { prompt: string }).prompt), want.subagents?.map(({ prompt }) => prompt));
            // 1.0.22 gives sub-agents no ids.
            if (name !== 'old-1.0.22') assert.equal(new Set(calls.map(({ tool }) => tool?.subagentId)).size, calls.length);
          });
        }

        if (want.warning !== undefined) {
          it(`discloses what could not be read of ${want.case}`, async () => {
            const { omissions, unknownTypes } = await readTranscript(copilot, home, want.id);
            const isDisclosed = omissions.length > 0 || Object.keys(unknownTypes).length > 0;
            // A log without its start, or beside a broken YAML file, is itself whole.
            assert.equal(isDisclosed, want.warning && !['no-start', 'bad-yaml'].includes(want.case));
          });
        }
      }
    });
  }

  it('says why the others are not shown', async () => {
    const reasons = async (home: string) => (await readHome(copilot, homes.copy(`copilot/${home}`), 'full')).notShown.map(({ id, path: file, reason }) => [id?.slice(0, 8) ?? path.basename(file), reason]);
    assert.deepEqual(await reasons('broken'), [
      ['bbbbbbbb', 'empty_file'], ['stray.txt', 'name_is_no_session'], ['cccccccc', 'outdated_layout'], ['eeeeeeee', 'outdated_layout'],
    ]);
    assert.deepEqual(await reasons('main'), [['cb22d956', 'no_message']]);
  });
});
