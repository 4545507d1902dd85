import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import type { SessionRecord } from '../../../../src/agents/agent';
import { join } from '../../../../src/external/join';
import type { Session } from '../../../../src/external/session';
import { scan } from '../../../../src/workers/scanning';

/** Histories written by the real program in three versions, and what a correct reader finds in them. */
const folder = path.resolve('test/fixtures/claude-code');

interface ExpectedUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

interface ExpectedSession {
  readonly case: string;
  readonly id: string;
  readonly title: string;
  readonly titleSource: string;
  readonly firstPrompt: string | null;
  readonly cwd: string;
  readonly createdAt: string;
  readonly lastActivityAt: string;
  readonly messages: { readonly total: number };
  readonly models: readonly string[];
  readonly usage: ExpectedUsage;
  readonly usageWithSubagents?: ExpectedUsage;
  readonly inlineSidechainUsage?: ExpectedUsage;
  readonly parent: { readonly id: string } | null;
  readonly resume: { readonly argv: readonly string[]; readonly cwd: string };
  readonly fork?: { readonly argv: readonly string[]; readonly cwd: string };
}

interface ExpectedHome {
  readonly home: string;
  readonly sessions: readonly ExpectedSession[];
}

const homes = fs
  .readdirSync(folder)
  .filter((name) => name.startsWith('expected'))
  .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as ExpectedHome);

async function rowsOf(home: string, depth: 'ends' | 'full'): Promise<ReadonlyMap<string, Session>> {
  const scanned = await scan(claudeCode, { home: path.join(folder, home), env: {} }, { depth, known: {} });
  const records = new Map(scanned.records.map((record) => [record.id, record]));
  const { sessions } = join(claudeCode, { found: scanned.found, records, skipped: scanned.skipped }, {});
  return new Map(sessions.map((session) => [session.record.id, session]));
}

/** The usage in the product's terms; the recorded kinds of cache writes are one. */
function usageOf({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: ExpectedUsage): object {
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite5m + cacheWrite1h, reasoning: 0 };
}

/** Where the program shows the newest prompt for want of a name, a row shows the first one. */
function titleOf(expected: ExpectedSession): string {
  if (expected.case === 'commands') return '/greet the team';
  return ['last-prompt', 'first prompt'].includes(expected.titleSource) ? (expected.firstPrompt ?? '') : expected.title;
}

function common(record: SessionRecord): object {
  const { title, folder: cwd, createdAt, lastActivityAt, parentId } = record;
  return { title, cwd, createdAt, lastActivityAt, parentId };
}

for (const { home, sessions } of homes) {
  describe(`X3 Claude Code's recorded history in ${home}`, () => {
    const listed = sessions.filter((session) => session.messages.total > 0);
    let full: ReadonlyMap<string, Session>;
    let ends: ReadonlyMap<string, Session>;

    before(async () => {
      full = await rowsOf(home, 'full');
      ends = await rowsOf(home, 'ends');
    });

    it('lists the sessions with a message and nothing else', () => {
      const ids = listed.map((session) => session.id).sort();
      assert.deepEqual([...full.keys()].sort(), ids);
      assert.deepEqual([...ends.keys()].sort(), ids);
    });

    for (const expected of listed) {
      describe(`${expected.case} ${expected.id}`, () => {
        it('has its title, folder, times and parent at both depths', () => {
          const wanted = {
            title: titleOf(expected), cwd: expected.cwd, createdAt: expected.createdAt, lastActivityAt: expected.lastActivityAt,
            parentId: expected.parent?.id ?? null,
          };
          assert.deepEqual(common((full.get(expected.id) as Session).record), wanted);
          assert.deepEqual(common((ends.get(expected.id) as Session).record), wanted);
        });

        it('has its messages, models and tokens when read through', () => {
          const { record, usageWithSubagents } = full.get(expected.id) as Session;
          assert.equal(record.messageCount, expected.messages.total);
          assert.deepEqual([...record.models].sort(), [...expected.models].sort());
          assert.deepEqual(record.usage, usageOf(expected.usage));
          if (expected.usageWithSubagents) assert.deepEqual(usageWithSubagents, usageOf(expected.usageWithSubagents));
          if (expected.inlineSidechainUsage) assert.deepEqual(record.inlineSubagentUsage, usageOf(expected.inlineSidechainUsage));
        });

        it('does not claim to know messages and tokens from its ends', () => {
          const { record, usageWithSubagents } = ends.get(expected.id) as Session;
          assert.deepEqual([record.messageCount, record.usage, usageWithSubagents], [null, null, null]);
        });

        it('is resumed and forked by the program itself in its own folder', () => {
          const { record, resume } = full.get(expected.id) as Session;
          assert.deepEqual(resume, { argv: expected.resume.argv, cwd: expected.resume.cwd });
          if (expected.fork) assert.deepEqual(claudeCode.fork?.({ ...record, presetId: null }, {}), { argv: expected.fork.argv, cwd: expected.fork.cwd });
        });
      });
    }
  });
}
