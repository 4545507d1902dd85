import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Agent } from '../../../../src/agents/agent';
import { agents } from '../../../../src/agents/registry';
import { exportToFile } from '../../../../src/workers/exportFile';
import { Homes, homesOf, idsOf } from '../../agents/adapterHome';

interface Metrics {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  extra?: Record<string, number>;
}

interface Doc {
  notes?: string;
  steps: { source: string; message: string; is_copied_context?: boolean; metrics?: Metrics }[];
  subagent_trajectories?: Doc[];
  final_metrics: Record<`total_${string}`, number> & { extra?: { cache_write_tokens?: number; reasoning_tokens?: number; beside_steps?: Record<string, Metrics> } };
  extra: { copied_from?: string };
}

/** Prompt, cached part, completion, cache written, reasoning. */
type Counts = readonly number[];

const countsOf = ({ prompt_tokens, cached_tokens, completion_tokens, extra = {} }: Metrics): Counts =>
  [prompt_tokens, cached_tokens, completion_tokens, extra['cache_write_tokens'] ?? 0, extra['reasoning_tokens'] ?? 0];
const sum = (all: readonly Counts[]): Counts => [0, 1, 2, 3, 4].map((at) => all.reduce((total, counts) => total + (counts[at] ?? 0), 0));

const byId = (id: string): Agent => agents.find((agent) => agent.id === id) as Agent;

describe('R7 The totals of an ATIF document', () => {
  const homes = new Homes();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-totals-'));
  after(() => {
    homes.removeAll();
    fs.rmSync(folder, { recursive: true });
  });

  async function exported(agent: Agent, home: string, id: string): Promise<Doc | undefined> {
    const file = path.join(folder, 'out.json');
    const result = await exportToFile({ agent: agent.id, place: { home, env: {} }, id, format: 'atif', file });
    return result.ok ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Doc) : undefined;
  }

  const all = (document: Doc): Doc[] => [document, ...(document.subagent_trajectories ?? []).flatMap(all)];

  for (const agent of agents) {
    it(`are explained by the document alone, for all sessions of ${agent.id}`, async () => {
      let known = 0;
      for (const fixture of homesOf(agent.id)) {
        const home = homes.copy(fixture);
        for (const id of await idsOf(agent, home)) {
          const exportedNow = await exported(agent, home, id);
          for (const document of exportedNow === undefined ? [] : all(exportedNow)) if (explained(document, `${fixture} ${id}`)) known++;
        }
      }
      assert.ok(known > 0);
    });
  }

  /** Whether there are totals to explain. */
  function explained({ steps, final_metrics: totals, notes, extra }: Doc, name: string): boolean {
    const copied = steps.filter((step) => step.is_copied_context === true).length;
    assert.equal(extra.copied_from !== undefined, copied > 0, name);
    assert.equal(totals['total_steps'], steps.length, name);
    if (totals['total_prompt_tokens'] === undefined) return false;
    const { beside_steps: beside = {}, cache_write_tokens = 0, reasoning_tokens = 0 } = totals.extra ?? {};
    const { rewound_turns, requests_without_a_step, ...rest } = beside;
    // Nothing in the fixtures is recorded for a response and left out of the totals.
    assert.deepEqual(rest, {}, name);
    const own = steps.flatMap(({ is_copied_context: isCopied, metrics }) => (metrics === undefined || isCopied === true ? [] : [countsOf(metrics)]));
    const apart = [rewound_turns, requests_without_a_step].flatMap((part) => (part === undefined ? [] : [countsOf(part)]));
    const { total_cached_tokens: cached = NaN, total_completion_tokens: completion = NaN } = totals;
    assert.deepEqual(sum([...own, ...apart]), [totals['total_prompt_tokens'], cached, completion, cache_write_tokens, reasoning_tokens], name);
    for (const part of Object.keys(beside)) assert.match(notes ?? '', new RegExp(part), name);
    assert.equal(notes !== undefined, copied > 0 || apart.length > 0, name);
    return true;
  }

  const forks: readonly [agent: string, fixture: string, id: string, origin: string, copied: number][] = [
    ['claude-code', 'claude-code/home', '4e9c2ab9-0e79-46a7-b7a3-69052ea08ac9', 'c0de0000-0000-4000-8000-000000000001', 5],
    ['claude-code', 'claude-code/home', '95e76ca5-6e6e-4308-b16e-41d3399371da', 'c0de0000-0000-4000-8000-000000000007', 3],
    ['codex', 'codex/home', '01a22c1f-a022-7021-ba68-ebacff0746f1', '01a22c1f-59f0-7c13-b673-3bf3a7eb881a', 2],
    ['codex', 'codex/home-0.105.0', '01a22c17-d34f-7a23-bcc7-b656bb6fba1f', '01a22c17-8986-7cc1-bd0b-1d877e4022d4', 5],
    ['opencode', 'opencode/main/home', 'ses_dd3f8191bffecs3Cao5rDN2lOm', 'ses_dd3f82c72ffeoTiN9uidbupWkJ', 2],
    ['opencode', 'opencode/newer-schema/home', 'ses_v2bbbbbbbbbbbbbbbbbbbbB002', 'ses_v2aaaaaaaaaaaaaaaaaaaaA001', 3],
    ['copilot', 'copilot/main', 'a574b31c-2d4a-4299-be5c-788ebf03ed5a', '950322e3-f77d-405f-a3e4-7e46a2fda45f', 5],
    ['hermes', 'hermes/main', '20261130_101836_9cd905', '20261130_101823_f99177', 4],
  ];
  for (const [agentId, fixture, id, origin, copied] of forks) {
    it(`are without what a fork copied, and those steps are marked: ${fixture} ${id}`, async () => {
      const agent = byId(agentId);
      const home = homes.copy(fixture);
      const fork = await exported(agent, home, id);
      const parent = await exported(agent, home, origin);
      assert.ok(fork !== undefined && parent !== undefined);
      assert.equal(fork.extra.copied_from, `${agentId}:${origin}`);
      const marks = fork.steps.map((step) => step.is_copied_context === true);
      assert.deepEqual(marks, fork.steps.map((_, index) => index < copied));
      const said = ({ steps }: Doc): string[] => steps.filter(({ source }) => source !== 'system').map(({ source, message }) => `${source}: ${message}`);
      assert.deepEqual(said({ ...fork, steps: fork.steps.slice(0, copied) }), said(parent).slice(0, copied));
      // What follows is the fork's own.
      assert.notEqual(said(fork)[copied], said(parent)[copied]);
    });
  }

  it('state what a rewound turn used', async () => {
    const id = 'c0de0000-0000-4000-8000-000000000006';
    const home = homes.copy('claude-code/home');
    const document = await exported(byId('claude-code'), home, id);
    const records = fs.readFileSync(path.join(home, `.claude/projects/-home-dev-app/${id}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    const replies = records.flatMap(({ message }) => {
      const { content, usage } = (message ?? {}) as { content?: { text?: string }[]; usage?: Record<string, number> };
      return usage === undefined ? [] : [{ text: content?.[0]?.text, usage }];
    });
    const shown = new Set(document?.steps.map(({ message }) => message));
    const left = replies.filter(({ text }) => !shown.has(text ?? ''));
    assert.equal(left.length, 1);
    const { rewound_turns: rewound } = document?.final_metrics.extra?.beside_steps ?? {};
    assert.deepEqual([rewound?.prompt_tokens, rewound?.completion_tokens], [left[0]?.usage['input_tokens'], left[0]?.usage['output_tokens']]);
  });

  it('state what the request for a summary of the context used', async () => {
    // Its record: "usage":{"input_tokens":922,"cached_input_tokens":17, … "output_tokens":44}, before `compacted`.
    const document = await exported(byId('codex'), homes.copy('codex/home'), '01a22c1f-f8f0-75e1-93aa-c530ce844fc0');
    assert.deepEqual(document?.final_metrics.extra?.beside_steps, { requests_without_a_step: { prompt_tokens: 922, completion_tokens: 44, cached_tokens: 17 } });
  });
});
