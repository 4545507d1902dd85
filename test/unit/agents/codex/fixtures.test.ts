import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { codex } from '../../../../src/agents/codex/codex';
import type { SessionRecord } from '../../../../src/agents/agent';
import type { Usage } from '../../../../src/transcript/model';
import { fixtures, Home } from './home';

interface NativeUsage {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly reasoningOutput: number;
}

interface Expected {
  readonly id: string;
  readonly case: string;
  readonly title: string;
  readonly firstPrompt: string;
  readonly cwd: string;
  readonly gitBranch: string | null;
  readonly createdAt: string;
  readonly lastActivityAt: string;
  readonly cliVersion: string;
  readonly messages: { readonly total: number };
  readonly models: readonly string[];
  readonly usage: NativeUsage;
  readonly parent: { readonly id: string } | null;
  readonly archived: boolean;
  readonly resume: { readonly argv: readonly string[]; readonly cwd: string };
  readonly fork?: { readonly argv: readonly string[]; readonly cwd: string };
  readonly subagents?: readonly { readonly id: string; readonly usage: NativeUsage; readonly messages: { readonly user: number; readonly assistant: number } }[];
}

interface ExpectedHome {
  readonly home: string;
  readonly sessions: readonly Expected[];
  readonly absent: readonly { readonly id: string }[];
}

/** Input without what was cached, as the product counts. */
function usageOf(native: NativeUsage): Usage {
  const { input, cachedInput, output, reasoningOutput } = native;
  return { input: input - cachedInput, output, cache_read: cachedInput, cache_write: 0, reasoning: reasoningOutput };
}

function sum(usages: readonly Usage[]): Usage {
  const total = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
  for (const usage of usages) for (const field of Object.keys(total) as (keyof Usage)[]) total[field] += usage[field];
  return total;
}

const installed = { noDaemon: true };

describe('X3 Recorded Codex histories', () => {
  const names = fs.readdirSync(fixtures).filter((name) => /^expected.*\.json$/.test(name));
  for (const name of names) {
    const expected = JSON.parse(fs.readFileSync(path.join(fixtures, name), 'utf8')) as ExpectedHome;
    const home = new Home(path.join(fixtures, expected.home));
    const full = new Map<string, SessionRecord>();
    const ends = new Map<string, SessionRecord>();

    describe(expected.home, () => {
      before(async () => {
        const context = await home.context();
        for (const found of context.sessions.values()) {
          full.set(found.id, await codex.read(found, 'full', context));
          ends.set(found.id, await codex.read(found, 'ends', context));
        }
      });

      it('list these sessions and no others', () => {
        const rows = [...full.values()].filter((row) => row.subagentOf === null && row.hidden === null);
        assert.deepEqual(rows.map(({ id }) => id).sort(), expected.sessions.map(({ id }) => id).sort());
        for (const { id } of expected.absent) assert.equal(full.has(id), false);
      });

      for (const session of expected.sessions) {
        it(`read ${session.case} ${session.id} through`, () => {
          const row = full.get(session.id);
          assert.ok(row);
          assert.deepEqual({
            title: row.title,
            firstPrompt: row.firstPrompt,
            folder: row.folder,
            branch: row.branch,
            createdAt: row.createdAt,
            lastActivityAt: row.lastActivityAt,
            messageCount: row.messageCount,
            models: [...row.models].sort(),
            usage: row.usage,
            parentId: row.parentId,
            archived: row.archived,
            agentVersion: row.agentVersion,
          }, {
            title: session.title,
            firstPrompt: session.firstPrompt,
            folder: session.cwd,
            branch: session.gitBranch,
            createdAt: session.createdAt,
            lastActivityAt: session.lastActivityAt,
            messageCount: session.messages.total,
            models: [...session.models].sort(),
            usage: usageOf(session.usage),
            parentId: session.parent?.id ?? null,
            archived: session.archived,
            agentVersion: session.cliVersion,
          });
          assert.deepEqual(codex.resume(row, installed), { argv: session.resume.argv, cwd: session.resume.cwd });
          if (session.fork !== undefined) assert.deepEqual(codex.fork?.({ ...row, presetId: null }, installed), { argv: session.fork.argv, cwd: session.fork.cwd });
        });

        it(`read the ends of ${session.case} ${session.id}`, () => {
          const row = ends.get(session.id);
          const through = full.get(session.id);
          assert.deepEqual({ ...row, start: undefined }, { ...through, messageCount: null, usage: null, unknownTypes: {}, start: undefined });
        });

        if (session.subagents !== undefined) {
          it(`count the sub-agents of ${session.case} ${session.id} in their parent`, () => {
            const children = [...full.values()].filter(({ subagentOf }) => subagentOf === session.id);
            const declared = session.subagents ?? [];
            assert.deepEqual(children.map(({ id }) => id).sort(), declared.map(({ id }) => id).sort());
            for (const child of declared) assert.equal(full.get(child.id)?.messageCount, child.messages.user + child.messages.assistant);
            const own = full.get(session.id)?.usage;
            assert.deepEqual(
              sum([own, ...children.map(({ usage }) => usage)].map((usage) => usage as Usage)),
              sum([session.usage, ...declared.map(({ usage }) => usage)].map(usageOf)),
            );
          });
        }
      }
    });
  }

  it('are the four recorded homes', () => assert.equal(names.length, 4));
});

describe('X28 Reading Codex histories', () => {
  it('changes and adds no file', async () => {
    const home = new Home(path.join(fixtures, 'home'));
    const listing = (): string[] =>
      fs.readdirSync(home.root, { recursive: true, withFileTypes: true }).map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return `${file} ${String(fs.statSync(file).mtimeMs)} ${String(entry.isFile() ? fs.statSync(file).size : 0)}`;
      });
    const before = listing();
    const context = await home.context();
    for (const found of context.sessions.values()) {
      await codex.read(found, 'full', context);
      await codex.transcript(found, context);
    }
    assert.deepEqual(listing(), before);
  });

  it('reads no more than 16 KB at each end of a recorded file', async () => {
    const home = new Home(path.join(fixtures, 'home'));
    const context = await home.context();
    for (const found of context.sessions.values()) await codex.read(found, 'ends', context);
    assert.ok(home.files.stats.largestEndsRead <= 32 << 10, String(home.files.stats.largestEndsRead));
  });
});
