import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Agent } from '../../../src/agents/agent';
import { agents } from '../../../src/agents/registry';
import type { ExportFormat } from '../../../src/shared/exporting';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { atifDocument } from '../../../src/transcript/atif/schema';
import { exportToFile } from '../../../src/workers/exportFile';
import type { ExportOptions } from '../../../src/workers/exporting';
import { Homes, homesOf, idsOf, readTranscript } from '../agents/adapterHome';

interface Doc {
  trajectory_id: string;
  steps: { source: string; message: string; tool_calls?: { tool_call_id: string }[]; observation?: { results: { content?: string }[] }; metrics?: object }[];
  subagent_trajectories?: Doc[];
  final_metrics: Record<string, unknown>;
  extra: { projection: Record<string, unknown> };
}

const claude = agents.find(({ id }) => id === 'claude-code') as Agent;

describe('R7 Export', () => {
  const homes = new Homes();
  let folder = '';
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-export-'))));
  afterEach(() => {
    homes.removeAll();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const target = (): string => path.join(folder, 'out');
  const exported = (agent: Agent, home: string, id: string, format: ExportFormat, options?: ExportOptions & { file?: string }): ReturnType<typeof exportToFile> =>
    exportToFile({ agent: agent.id, place: { home, env: {} }, id, format, file: options?.file ?? target() }, options);
  const atif = async (agent: Agent, home: string, id: string, options?: ExportOptions): Promise<Doc> => {
    const result = await exported(agent, home, id, 'atif', options);
    assert.ok(result.ok, JSON.stringify(result));
    return JSON.parse(fs.readFileSync(target(), 'utf8')) as Doc;
  };

  for (const agent of agents) {
    it(`as ATIF keeps every rule and every word for all sessions of ${agent.id}`, async () => {
      let documents = 0;
      for (const fixture of homesOf(agent.id)) {
        const home = homes.copy(fixture);
        for (const id of await idsOf(agent, home)) {
          const result = await exported(agent, home, id, 'atif');
          const name = `${fixture} ${id}`;
          if (!result.ok) {
            assert.ok(result.code === 'session_empty' || result.code === 'session_unreadable', `${name}: ${JSON.stringify(result)}`);
            if (result.code === 'session_empty') assert.ok(!(await readTranscript(agent, home, id)).events.some(isTold), name);
            continue;
          }
          documents++;
          const text = fs.readFileSync(target(), 'utf8');
          const document = JSON.parse(text) as Doc;
          const checked = atifDocument.safeParse(document);
          assert.ok(checked.success, `${name}: ${JSON.stringify(checked.error?.issues)}`);
          assert.equal(text, `${JSON.stringify(document, null, 2)}\n`, name);
          sameWords(document, (await readTranscript(agent, home, id)).events.filter(isTold), name);
        }
      }
      assert.ok(documents > 0);
    });
  }

  const isTold = ({ on_active_branch, type }: TranscriptEvent): boolean => on_active_branch && type !== 'unknown';

  /** What was said, called and answered, in order within its kind. */
  function sameWords({ steps }: Doc, events: readonly TranscriptEvent[], name: string): void {
    const said = (type: TranscriptEvent['type']): string => events.filter((event) => event.type === type && event.text !== '').map(({ text }) => text).join('\n\n');
    const of = (source: string): string => steps.filter((step) => step.source === source && step.message !== '').map(({ message }) => message).join('\n\n');
    assert.equal(of('user'), said('user_message'), name);
    assert.equal(of('agent'), said('agent_message'), name);
    assert.equal(steps.flatMap(({ tool_calls = [] }) => tool_calls).length, events.filter(({ tool }) => tool !== undefined && tool.name !== '').length, name);
    const outputs = events.flatMap(({ tool }) => tool?.output ?? []);
    assert.deepEqual(steps.flatMap(({ observation }) => observation?.results.flatMap(({ content }) => content ?? []) ?? []).sort(), outputs.sort(), name);
  }

  it('embeds sub-agents once, refers to them, and has the metrics of each response', async () => {
    const id = 'c0de0000-0000-4000-8000-000000000008';
    const home = homes.copy('claude-code/home');
    const document = await atif(claude, home, id);
    assert.deepEqual(
      (document.subagent_trajectories ?? []).map(({ trajectory_id }) => trajectory_id).sort(),
      ['a5bc2155e2ab9a082', 'a75610cf86260de87', 'ab938b57b0e31e697'].map((agent) => `claude-code:${id}.agent-${agent}`),
    );
    // Out of the file itself: one step for each message of the model, with the tokens that it records.
    const lines = fs.readFileSync(path.join(home, `.claude/projects/-home-dev-app/${id}.jsonl`), 'utf8').trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { type: string; message?: { id: string; usage: Record<string, number> } });
    const messages = new Map(records.flatMap(({ type, message }) => (type === 'assistant' && message !== undefined ? [[message.id, message.usage] as const] : [])));
    const prompt = ({ input_tokens = 0, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 }: Record<string, number>): number =>
      input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
    const steps = document.steps.filter(({ source }) => source === 'agent');
    assert.deepEqual(
      steps.map(({ metrics }) => metrics),
      [...messages.values()].map((usage) => ({ prompt_tokens: prompt(usage), completion_tokens: usage['output_tokens'], cached_tokens: usage['cache_read_input_tokens'] })),
    );
    assert.equal(document.final_metrics['total_prompt_tokens'], [...messages.values()].reduce((sum, usage) => sum + prompt(usage), 0));
    assert.equal(document.extra.projection['source_records'], lines.length);
  });

  it('is not kept from a session by numbers and times that a damaged record has', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const odd = [1e308, 1.5, -5, 9_007_199_254_740_993, '7', null];
    const times = ['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', 1e300, -1, {}, ''];
    const records = odd.map((count, index) => {
      const usage = { input_tokens: count, output_tokens: count, cache_read_input_tokens: count, cache_creation_input_tokens: count };
      const message = { id: `m${String(index)}`, role: 'assistant', model: 'x', content: [{ type: 'text', text: `said ${String(index)}` }], usage };
      return JSON.stringify({ type: 'assistant', uuid: `a${String(index)}`, parentUuid: index === 0 ? null : `a${String(index - 1)}`, sessionId: id, timestamp: times[index], message });
    });
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: `${records.join('\n')}\n` });
    const document = await atif(claude, home, id);
    assert.ok(atifDocument.safeParse(document).success);
    assert.deepEqual(document.steps.map(({ message }) => message), odd.map((_, index) => `said ${String(index)}`));
  });

  it('is the same whether a session is read at once or in parts', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const records = [...turns(id, 60)].map((record) => JSON.stringify(record));
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: `${records.join('\n')}\n` });
    const whole = await atif(claude, home, id);
    assert.equal(whole.steps.length, 180);
    assert.equal(whole.steps.flatMap(({ observation }) => observation?.results ?? []).length, 60);
    // Some parts end between a call and its result.
    for (const partSize of [1 << 10, 3 << 10, 7 << 10]) assert.deepEqual(await atif(claude, home, id, { partSize }), whole, String(partSize));
  });

  const session = 'c0de0000-0000-4000-8000-000000000002';

  it('as a raw copy has the bytes of the session’s file', async () => {
    const home = homes.copy('claude-code/home');
    const result = await exported(claude, home, session, 'raw');
    assert.ok(result.ok);
    assert.deepEqual(fs.readFileSync(target()), fs.readFileSync(path.join(home, `.claude/projects/-home-dev-app/${session}.jsonl`)));
  });

  it('as a raw copy of a database has what is still in its log', async () => {
    const opencode = agents.find(({ id }) => id === 'opencode') as Agent;
    const home = homes.copy('opencode/live-wal/home');
    const [id = ''] = await idsOf(opencode, home);
    const result = await exported(opencode, home, id, 'raw');
    assert.ok(result.ok, JSON.stringify(result));
    const other = path.join(homes.empty(), '.local/share/opencode');
    fs.mkdirSync(other, { recursive: true });
    fs.copyFileSync(target(), path.join(other, 'opencode.db'));
    assert.deepEqual(await idsOf(opencode, path.resolve(other, '../../..')), await idsOf(opencode, home));
  });

  it('replaces a file only once it is whole, and leaves nothing when it is cancelled', async () => {
    const home = homes.copy('claude-code/home');
    fs.writeFileSync(target(), 'before');
    const stop = new AbortController();
    const result = await exported(claude, home, session, 'atif', { signal: stop.signal, onProgress: () => stop.abort() });
    assert.deepEqual([result.ok, !result.ok && result.code], [false, 'cancelled']);
    assert.deepEqual(fs.readdirSync(folder), ['out']);
    assert.equal(fs.readFileSync(target(), 'utf8'), 'before');
  });

  it('never writes to the session’s own file', async () => {
    const home = homes.copy('claude-code/home');
    const file = path.join(home, `.claude/projects/-home-dev-app/${session}.jsonl`);
    const before = fs.readFileSync(file);
    fs.symlinkSync(file, target());
    for (const place of [file, target()]) {
      const result = await exported(claude, home, session, 'markdown', { file: place });
      assert.deepEqual([result.ok, !result.ok && result.code], [false, 'is_source']);
    }
    assert.deepEqual(fs.readFileSync(file), before);
  });

  it('never writes to what belongs to any agent’s history, also through a link', async () => {
    const home = homes.copy('claude-code/home');
    const other = path.join(home, '.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-00000000-0000-4000-8000-000000000001.jsonl');
    fs.mkdirSync(path.dirname(other), { recursive: true });
    fs.writeFileSync(other, 'other');
    const names = path.join(home, '.codex/session_index.jsonl');
    fs.writeFileSync(names, 'other');
    fs.symlinkSync(other, target());
    for (const place of [other, names, target()]) {
      const result = await exported(claude, home, session, 'raw', { file: place });
      assert.deepEqual([result.ok, !result.ok && result.code], [false, 'is_source'], place);
    }
    assert.deepEqual([fs.readFileSync(other, 'utf8'), fs.readFileSync(names, 'utf8')], ['other', 'other']);
    // What is no history may lie beside it.
    fs.writeFileSync(path.join(home, '.codex/notes.md'), 'mine');
    assert.ok((await exported(claude, home, session, 'markdown', { file: path.join(home, '.codex/notes.md') })).ok);
  });

  it('writes to the file that a link leads to', async () => {
    const home = homes.copy('claude-code/home');
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, 'before');
    fs.symlinkSync(file, target());
    assert.ok((await exported(claude, home, session, 'markdown')).ok);
    assert.ok(fs.lstatSync(target()).isSymbolicLink());
    assert.match(fs.readFileSync(file, 'utf8'), /^# /);
  });

  it('replaces no pipe and no folder', async function () {
    const home = homes.copy('claude-code/home');
    if (spawnSync('mkfifo', [target()]).status !== 0) this.skip();
    for (const place of [target(), folder]) {
      for (const format of ['markdown', 'raw'] as const) {
        const result = await exported(claude, home, session, format, { file: place });
        assert.deepEqual([result.ok, !result.ok && result.code], [false, 'not_written']);
      }
    }
    assert.ok(fs.statSync(target()).isFIFO());
    assert.deepEqual(fs.readdirSync(folder), ['out']);
  });

  it('says when there is no such session, nothing in it, or no place to write to', async () => {
    const home = homes.with({ '.claude/projects/-a/00000000-0000-4000-8000-000000000001.jsonl': '{"type":"summary","summary":"x"}\n' });
    const code = async (id: string, file: string): Promise<string> => {
      const result = await exported(claude, home, id, 'markdown', { file });
      return result.ok ? 'ok' : result.code;
    };
    assert.equal(await code('none', target()), 'session_missing');
    assert.equal(await code('00000000-0000-4000-8000-000000000001', target()), 'session_empty');
    assert.equal(await code('00000000-0000-4000-8000-000000000001', path.join(folder, 'no', 'such')), 'not_written');
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  describe('to a full disk', () => {
    let disk: string | undefined;
    afterEach(() => {
      if (disk !== undefined) spawnSync('umount', [disk]);
      disk = undefined;
    });

    it('leaves nothing behind', async function () {
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
      if (mounted.status !== 0) this.skip();
      disk = folder;
      const home = homes.copy('claude-code/home');
      for (const format of ['atif', 'raw'] as const) {
        const result = await exported(claude, home, session, format);
        assert.deepEqual([result.ok, !result.ok && result.code], [false, 'not_written'], format);
        assert.deepEqual(fs.readdirSync(folder), [], format);
      }
    });
  });
});

/** Records of a session in which each prompt is answered by a call, and its result by a text. */
function* turns(sessionId: string, count: number): Generator<object> {
  let parentUuid: string | null = null;
  let number = 0;
  const record = (type: string, message: object): object => {
    const uuid = `u${String(++number)}`;
    const made = { type, uuid, parentUuid, requestId: `r${uuid}`, sessionId, cwd: '/home/dev/app', timestamp: new Date(1.7e12 + number * 1000).toISOString(), message };
    parentUuid = uuid;
    return made;
  };
  const answer = (id: string, block: object): object => record('assistant', { id, model: 'claude-a', content: [block], usage: { input_tokens: number, output_tokens: 1 } });
  for (let turn = 1; turn <= count; turn++) {
    yield record('user', { role: 'user', content: `Prompt ${String(turn)}` });
    yield answer(`call${String(turn)}`, { type: 'tool_use', id: `t${String(turn)}`, name: 'Bash', input: { command: 'x'.repeat(turn * 7) } });
    yield record('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${String(turn)}`, content: `Result ${String(turn)}` }] });
    yield answer(`text${String(turn)}`, { type: 'text', text: `Answer ${String(turn)}` });
  }
}
