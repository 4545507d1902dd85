import * as assert from 'node:assert/strict';
import { Home, idOf, Lines, removeHomes } from './home';

const one = idOf(100);
const old = idOf(1);
const young = idOf(200);

describe('X27 Tokens of Codex threads', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  async function tokens(lines: Lines): Promise<[number, number] | null> {
    home.rollout(one, lines.lines);
    const { usage } = await home.read(one);
    return usage && [usage.input, usage.output];
  }

  it('are unknown where an older rollout has no counts, and none where a newer one has no records', async () => {
    assert.equal(await tokens(new Lines().meta(one).user('A').agent('a')), null);
    assert.deepEqual(await tokens(new Lines(0).meta(one).user('A').agent('a')), [0, 0]);
  });

  it('count each response once, and only those of the thread', async () => {
    const lines = new Lines(0).meta(one).turn(young).user('A');
    lines.usage(one, young, 'r1', 100, 10).usage(one, young, 'r1', 100, 10).usage(one, young, 'r2', 50, 5).usage(old, old, 'r3', 1000, 1000);
    assert.deepEqual(await tokens(lines), [150, 15]);
  });

  it('are the differences of running totals, where repeats add nothing', async () => {
    const lines = new Lines().meta(one).turn(young).user('A').event('token_count', { info: null });
    lines.total(100, 10).total(100, 10).total(150, 15, [50, 5]).total(150, 15, [0, 0]);
    assert.deepEqual(await tokens(lines), [150, 15]);
  });

  it('take the last request once when a total falls', async () => {
    assert.deepEqual(await tokens(new Lines().meta(one).turn(young).total(1000, 100).total(60, 6, [60, 6]).total(60, 6, [60, 6]).total(70, 7, [10, 1])), [1070, 107]);
  });

  it('leave out what a fork copied of its parent, whose turns are older than the fork', async () => {
    const lines = new Lines().meta(one, { forked_from_id: old }).meta(old).event('task_started', { turn_id: old }).turn(old).total(1000, 100);
    lines.event('task_started', { turn_id: young }).turn(young, { model: 'gpt-6' }).total(1000, 100).total(1300, 130, [300, 30]);
    assert.deepEqual(await tokens(lines), [300, 30]);
    assert.deepEqual((await home.read(one)).models, ['gpt-6']);
    assert.deepEqual((await home.read(one, 'ends')).models, ['gpt-6']);
  });

  it('do not count a total twice that a response record tells already', async () => {
    const lines = new Lines().meta(one).turn(young).usage(one, young, 'r1', 100, 10).total(100, 10);
    lines.turn(idOf(300)).total(150, 15, [50, 5]);
    assert.deepEqual(await tokens(lines), [150, 15]);
  });

  it('do not count the totals that a fork by reference goes on from', async () => {
    const base = { history_base: { thread_id: old, end_ordinal_exclusive: 9 }, forked_from_id: old };
    const lines = new Lines(9).meta(one, base).turn(young).total(1000, 100).event('turn_aborted', { reason: 'interrupted' });
    assert.deepEqual(await tokens(lines), [0, 0]);
  });

  it('keep input, cache, output and reasoning apart', async () => {
    const usage = { input_tokens: 100, cached_input_tokens: 60, cache_write_input_tokens: 30, output_tokens: 20, reasoning_output_tokens: 15 };
    home.rollout(one, new Lines(0).meta(one).add('token_usage_record', { thread_id: one, turn_id: young, response_id: 'r', usage }).lines);
    assert.deepEqual((await home.read(one)).usage, { input: 10, output: 20, cache_read: 60, cache_write: 30, reasoning: 15 });
  });

  it('read counts of a wrong kind as none', async () => {
    const usage = { input_tokens: 'many', cached_input_tokens: -5, output_tokens: null, reasoning_output_tokens: 1e400 };
    home.rollout(one, new Lines(0).meta(one).add('token_usage_record', { thread_id: one, response_id: 'r', usage }).add('token_usage_record', {}).lines);
    assert.deepEqual((await home.read(one)).usage, { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 });
  });
});
