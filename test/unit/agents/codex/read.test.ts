import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { codex } from '../../../../src/agents/codex/codex';
import { endsLimits } from '../../../../src/agents/ends';
import { Home, idOf, Lines, removeHomes, timeOf } from './home';

const one = idOf(1);
const two = idOf(2);
const three = idOf(3);
const pad = (kilobytes: number): string => 'x'.repeat(kilobytes << 10);

describe('X6 Rows of Codex threads from the ends of their files', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  const largest = (): number => home.files.stats.largestEndsRead;

  it('have their last folder, model and time from the end, and no counts', async () => {
    const lines = new Lines(0).meta(one).turn(idOf(10)).user('Begin').agent('Yes').add('response_item', { type: 'message', role: 'developer', text: pad(300) });
    lines.turn(idOf(20), { cwd: '/home/dev/other', model: 'gpt-6' }).user('Go on').agent('Done').event('task_complete', { turn_id: idOf(20) });
    home.rollout(one, lines.lines);
    const { title, folder, models, createdAt, lastActivityAt, messageCount, usage } = await home.read(one, 'ends');
    assert.deepEqual(
      { title, folder, models, createdAt, lastActivityAt, messageCount, usage },
      {
        title: 'Begin',
        folder: '/home/dev/other',
        models: ['gpt-5.5', 'gpt-6'],
        createdAt: timeOf(0),
        lastActivityAt: timeOf(8),
        messageCount: null,
        usage: null,
      },
    );
    assert.equal(largest(), 2 * endsLimits.end);
  });

  it('read on at the beginning until they have the first prompt, and no further', async () => {
    const lines = new Lines(0).meta(one).add('response_item', { type: 'message', role: 'user', text: pad(100) }).user('After the instructions').agent(pad(400));
    home.rollout(one, lines.lines);
    assert.equal((await home.read(one, 'ends')).title, 'After the instructions');
    assert.ok(largest() > 100 << 10 && largest() <= 160 << 10, String(largest()));
  });

  it('give up on a first prompt beyond 256 KB, and take the one of the database for a title', async () => {
    home.rollout(one, new Lines(0).meta(one).add('world_state', { text: pad(300) }).user('Too far').agent(pad(100)).lines);
    assert.deepEqual(await home.read(one, 'ends').then(({ title, firstPrompt, hidden }) => [title, firstPrompt, hidden]), ['', null, null]);
    assert.equal(largest(), endsLimits.file);
    const database = new DatabaseSync(path.join(home.root, '.codex/state_5.sqlite'));
    database.exec(`CREATE TABLE threads (id TEXT, name TEXT, preview TEXT, cwd TEXT); INSERT INTO threads VALUES ('${one}', NULL, 'Too far', '/home/dev/late')`);
    database.close();
    const row = await home.read(one, 'ends');
    assert.deepEqual([row.title, row.titleSource, row.folder], ['Too far', 'first_prompt', '/home/dev/late']);
    assert.equal((await home.read(one)).folder, '/home/dev/app');
  });

  it('have the time of the last write where the end tells none', async () => {
    const file = home.rollout(one, new Lines(0).meta(one).user('Begin').agent(pad(40)).lines);
    fs.utimesSync(file, 1_800_000_000, 1_800_000_000);
    assert.equal((await home.read(one, 'ends')).lastActivityAt, '2027-01-15T08:00:00.000Z');
    assert.equal((await home.read(one)).lastActivityAt, timeOf(2));
  });

  it('need no more of a sub-agent than whose it is', async () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: two, depth: 1, agent_path: '/root/count_lines' } } };
    home.rollout(one, new Lines(0).meta(one, { source, thread_source: 'subagent' }).add('world_state', { text: pad(300) }).lines);
    const { subagentOf, title, hidden } = await home.read(one, 'ends');
    assert.deepEqual({ subagentOf, title, hidden }, { subagentOf: two, title: 'count_lines', hidden: null });
    assert.equal(largest(), 2 * endsLimits.end);
  });

  it('know the first prompt of rollouts without events from what the model got, but not what Codex put there', async () => {
    const input = (text: string): unknown => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    const lines = new Lines().meta(one);
    for (const text of ['# AGENTS.md instructions for /home/dev/app\n\nBe kind.', '<environment_context>\n</environment_context>', 'My own words']) lines.add('response_item', input(text));
    lines.add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] }).add('world_state', { text: pad(100) });
    home.rollout(one, lines.lines);
    assert.equal((await home.read(one, 'ends')).title, 'My own words');
    assert.equal(largest(), 2 * endsLimits.end);
    assert.equal((await home.read(one)).messageCount, 2);
  });

  it('leave out what an editor puts before a prompt', async () => {
    home.rollout(one, new Lines(0).meta(one).user('# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nFix it').agent('Yes').lines);
    assert.equal((await home.read(one, 'ends')).title, 'Fix it');
  });
});

describe('X4 Codex threads that are no rows', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  const hidden = async (id = one): Promise<(string | null)[]> => [(await home.read(id, 'ends')).hidden, (await home.read(id)).hidden];

  it('are those without a message', async () => {
    home.rollout(one, new Lines(0).meta(one).event('thread_settings_applied').event('task_started').lines);
    assert.deepEqual(await hidden(), ['no_message', 'no_message']);
    home.rollout(two, new Lines(0).meta(two).event('task_started').agent('By itself').lines);
    assert.deepEqual(await hidden(two), [null, null]);
  });

  it('are those that hold no record', async () => {
    home.rollout(one, ['garbage', '{broken', '\0\0\0']);
    assert.deepEqual(await hidden(), ['not_readable_as_history', 'not_readable_as_history']);
    home.write(`sessions/2026/11/30/rollout-2026-11-30T10-00-00-${two}.jsonl.zst`, 'not compressed');
    assert.deepEqual(await hidden(two), ['not_readable_as_history', 'not_readable_as_history']);
  });

  it('are sub-agents, also when their parent is not recorded', async () => {
    home.rollout(one, new Lines().meta(one, { source: { subagent: 'review' } }).user('Review this').agent('Fine').lines);
    assert.deepEqual(await hidden(), ['sub_agent', 'sub_agent']);
  });
});

describe('X24 Codex threads read through', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  it('follow a chain of rewinds to the prompts that are left', async () => {
    home.rollout(one, new Lines(0).meta(one).user('A').agent('a').user('B').agent('b').lines);
    const base = (segment: string, end: number): Record<string, unknown> => ({ history_base: { thread_id: segment, end_ordinal_exclusive: end } });
    home.rollout(one, new Lines(5, 100).meta(one, base(one, 5)).user('C').agent('c').user('D').agent('d').lines, { segment: two });
    // Back to before C, from the second segment: the cut lies in the first one.
    home.rollout(one, new Lines(3, 200).meta(one, base(two, 3)).user('E').agent('e').lines, { segment: three });
    const row = await home.read(one);
    assert.deepEqual([row.messageCount, row.firstPrompt, row.lastActivityAt], [4, 'A', timeOf(202)]);
    const { events } = await home.transcript(one);
    assert.equal(events.map(({ text, on_active_branch }) => (on_active_branch ? text : `(${text})`)).join(' '), 'A a (B) (b) (C) (c) (D) (d) E e');
  });

  it('leave out the records that a sub-agent got of its parent', async () => {
    const copies = { source: { subagent: 'other' }, parent_thread_id: two, subagent_history_start_ordinal: 5 };
    const lines = new Lines(0).meta(one, copies).turn(idOf(5), { model: 'of-the-parent' }).user('Parent').agent('p').usage(one, two, 'r', 9, 9);
    home.rollout(one, lines.turn(idOf(6)).agent('Own').lines);
    const row = await home.read(one);
    assert.deepEqual([row.messageCount, row.firstPrompt, row.models, row.usage?.input], [1, null, ['gpt-5.5'], 0]);
    assert.deepEqual((await home.transcript(one)).events.map(({ text }) => text), ['Own']);
  });

  it('follow a fork into an archived, compressed base of another thread, and no further than the cut', async () => {
    const parent = new Lines(0).meta(two).user('Parent').agent('p').user('Later').agent('l');
    home.write(`archived_sessions/rollout-2026-11-30T10-00-00-${two}.jsonl.zst`, zstdCompressSync(parent.lines.join('\n')));
    const base = { history_base: { thread_id: two, end_ordinal_exclusive: 3 }, forked_from_id: two };
    home.rollout(three, new Lines(3, 100).meta(three, base).user('Fork').agent('f').lines);
    for (const depth of ['ends', 'full'] as const) {
      const row = await home.read(three, depth);
      assert.deepEqual([row.firstPrompt, row.parentId, row.createdAt], ['Parent', two, timeOf(0)]);
    }
    assert.equal((await home.read(three)).messageCount, 4);
    const { events } = await home.transcript(three);
    assert.deepEqual(events.map(({ text }) => text), ['Parent', 'p', 'Fork', 'f']);
  });

  it('start with what is there when the base is gone, or goes while reading', async () => {
    const base = { history_base: { thread_id: two, end_ordinal_exclusive: 3 }, forked_from_id: two };
    home.rollout(three, new Lines(3, 100).meta(three, base).user('Fork').agent('f').lines);
    assert.equal((await home.read(three)).messageCount, 2);
    assert.deepEqual((await home.transcript(three)).omissions.map(({ code }) => code), ['missing_part']);

    const parent = home.rollout(two, new Lines(0).meta(two).user('Parent').agent('p').lines);
    const [found, context] = [await home.found(three), await home.context()];
    fs.rmSync(parent);
    assert.equal((await codex.read(found, 'full', context)).messageCount, 2);
    assert.equal((await codex.read(found, 'ends', context)).firstPrompt, 'Fork');
    assert.deepEqual((await codex.transcript(found, context)).omissions.map(({ code }) => code), ['missing_part']);
  });

  it('end where bases go round in a circle', async () => {
    const base = (id: string): Record<string, unknown> => ({ history_base: { thread_id: id, end_ordinal_exclusive: 99 } });
    home.rollout(one, new Lines(0).meta(one, base(two)).user('A').agent('a').lines);
    home.rollout(two, new Lines(0).meta(two, base(one)).user('B').agent('b').lines);
    assert.equal((await home.read(one)).messageCount, 4);
    assert.equal((await home.read(two, 'ends')).firstPrompt, 'A');
  });

  it('throw when the thread itself vanished', async () => {
    const file = home.rollout(one, new Lines(0).meta(one).user('A').agent('a').lines);
    const [found, context] = [await home.found(one), await home.context()];
    fs.rmSync(file);
    for (const depth of ['ends', 'full'] as const) await assert.rejects(codex.read(found, depth, context), { code: 'ENOENT' });
    await assert.rejects(codex.transcript(found, context), { code: 'ENOENT' });
  });

  it('stop when told to', async () => {
    home.rollout(one, new Lines(0).meta(one).user('A').agent('a').lines);
    const [found, context] = [await home.found(one), await home.context()];
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(codex.read(found, 'full', { ...context, signal }), /enough/);
    await assert.rejects(codex.transcript(found, { ...context, signal }), /enough/);
  });

  it('take back the prompts of a rollback, in the older kind of rollouts', async () => {
    home.rollout(one, new Lines().meta(one).user('A').agent('a').user('B').agent('b').user('C').agent('c').event('thread_rolled_back', { num_turns: 2 }).user('D').agent('d').lines);
    const row = await home.read(one);
    assert.deepEqual([row.messageCount, row.firstPrompt], [4, 'A']);
    const { events } = await home.transcript(one);
    const messages = events.filter(({ type }) => type !== 'notice');
    assert.equal(messages.map(({ text, on_active_branch }) => (on_active_branch ? text : `(${text})`)).join(' '), 'A a (B) (b) (C) (c) D d');
  });

  it('tell the branch and no other folder than the last one', async () => {
    home.rollout(one, new Lines(0).meta(one, { git: { branch: 'main' } }).turn(idOf(5), { cwd: '' }).user('A').lines);
    const { branch, folder } = await home.read(one);
    assert.deepEqual({ branch, folder }, { branch: 'main', folder: '/home/dev/app' });
  });

  it('count the kinds of records that are not known, each by its name', async () => {
    const lines = new Lines(0).meta(one).user('A').add('from_the_future', { x: 1 }).event('new_event').item('NewItem', { id: '1' }).add('response_item', { type: 'new_response' });
    home.rollout(one, [...lines.lines, '{"type":"without_payload","x":1}', '{"type":"event_msg","payload":null}', '{"timestamp":"x","type":"event_msg","payload":{"late":1,"type":"new_event"}}']);
    const unknown = { from_the_future: 1, 'event_msg/new_event': 2, 'item_completed/NewItem': 1, 'response_item/new_response': 1, without_payload: 1 };
    assert.deepEqual((await home.read(one)).unknownTypes, unknown);
    const { events, unknownTypes, omissions } = await home.transcript(one);
    assert.deepEqual(unknownTypes, unknown);
    assert.deepEqual(events.filter(({ type }) => type === 'unknown').map(({ text, source }) => [source.line, text]).slice(0, 1), [[3, lines.lines[2]]]);
    assert.equal(events.filter(({ type }) => type === 'unknown').length, 6);
    assert.deepEqual(omissions.map(({ code, source }) => [code, source.line]), [['broken_record', 8]]);
  });
});
