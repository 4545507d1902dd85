import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as fc from 'fast-check';
import type { EarlierReading } from '../../../../src/agents/agent';
import { codex } from '../../../../src/agents/codex/codex';
import { Files } from '../../../../src/platform/files';
import { Home, idOf, Lines, removeHomes } from './home';

const id = idOf(1);
const kibibyte = 1024;

describe('X6 a Codex rollout that has grown', () => {
  let home: Home;
  let talk: Lines;
  let file: string;

  beforeEach(function () {
    home = Home.temporary(this);
    talk = new Lines(0).meta(id).turn(idOf(10)).user('First words');
    work(100);
    talk.agent('An answer');
    file = home.rollout(id, talk.lines);
  });

  afterEach(function () {
    removeHomes(this);
  });

  function work(kibibytes: number): void {
    for (let done = 0; done < kibibytes; done += 2) talk.add('response_item', { type: 'function_call_output', output: 'x'.repeat(2 * kibibyte) });
  }

  function response(words: string): void {
    talk.add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] });
  }

  const text = (lines: readonly string[] = talk.lines): string => lines.map((line) => `${line}\n`).join('');

  async function read(earlier?: EarlierReading): Promise<EarlierReading & { bytes: number }> {
    const { sessions } = await codex.find({ home: home.root, env: {} }, new Files());
    const found = sessions.find((session) => session.id === id);
    assert.ok(found);
    const files = new Files();
    const context = { place: { home: home.root, env: {} }, files, sessions: new Map(sessions.map((session) => [session.id, session])) };
    return { found, record: await codex.read(found, 'ends', { ...context, earlier }), bytes: files.stats.bytes };
  }

  function append(add: () => void): number {
    const { length } = talk.lines;
    add();
    const more = text(talk.lines.slice(length));
    fs.appendFileSync(file, more);
    return Buffer.byteLength(more);
  }

  it('is read at its end alone, 16 KB of it, again and again', async () => {
    let before = await read();
    assert.equal(before.bytes, 32 * kibibyte);
    for (const [place, model] of ['gpt-6', 'gpt-7'].entries()) {
      append(() => talk.turn(idOf(20 + place), { cwd: '/home/dev/other', model }).user('More').agent('Another answer'));
      const now = await read(before);
      const { title, folder, models } = now.record;
      assert.deepEqual([title, folder, models, now.bytes], ['First words', '/home/dev/other', ['gpt-5.5', ...['gpt-6', 'gpt-7'].slice(0, place + 1)], 16 * kibibyte]);
      assert.deepEqual(now.record, (await read()).record);
      before = now;
    }
  });

  it('is known by its old end, where much more was appended', async () => {
    const before = await read();
    append(() => {
      talk.turn(idOf(20), { model: 'gpt-6' });
      work(60);
      talk.agent('Another answer');
    });
    const { record, bytes } = await read(before);
    assert.equal(bytes, 16 * kibibyte + 512);
    assert.deepEqual(record, (await read()).record);
  });

  it('is read at both ends once its end has told of another first prompt', async () => {
    talk = new Lines().meta(id).turn(idOf(10));
    response('First words');
    talk.add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'An answer' }] });
    work(40);
    talk.event('user_message', { message: 'As an event' });
    fs.writeFileSync(file, text());
    const before = await read();
    assert.equal(before.record.firstPrompt, 'As an event');
    append(() => work(30));
    const now = await read(before);
    assert.equal(now.record.firstPrompt, 'First words');
    assert.deepEqual(now.record, (await read()).record);
  });

  it('has the models of turns without an id, after another thread\'s settings, too', async () => {
    const before = await read();
    append(() => talk.meta(idOf(0)).add('turn_context', { cwd: '/home/dev/app', model: 'gpt-6' }));
    const { record, bytes } = await read(before);
    assert.equal(bytes, 16 * kibibyte);
    assert.deepEqual([record.models, record], [['gpt-5.5', 'gpt-6'], (await read()).record]);
  });

  const others: Readonly<Record<string, () => void>> = {
    'it was written anew in place': () => {
      talk = new Lines(0, 900).meta(id).turn(idOf(10)).user('Other words');
      work(120);
      fs.writeFileSync(file, text());
    },
    'another file took its place': () => {
      fs.writeFileSync(`${file}.new`, text().replace('First words', 'Other words') + text(new Lines(200, 200).agent('More').lines));
      fs.renameSync(`${file}.new`, file);
    },
    'a rewind began another file': () => {
      const base = { thread_id: id, end_ordinal_exclusive: 3 };
      home.rollout(id, new Lines(3, 300).meta(id, { history_base: base }).turn(idOf(30)).user('Another way').lines, { segment: idOf(30) });
    },
    'it was cut': () => fs.truncateSync(file, 50 * kibibyte),
  };
  for (const [name, change] of Object.entries(others)) {
    it(`is read at both ends where ${name}`, async () => {
      const before = await read();
      change();
      const now = await read(before);
      assert.deepEqual(now.record, (await read()).record);
      assert.ok(now.bytes > 20 * kibibyte, String(now.bytes));
    });
  }

  it('has the row of a fresh reading, whatever happened to it', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constantFrom('user', 'agent', 'event', 'response', 'work', 'roll back', 'torn') }),
      fc.record({ kind: fc.constant('turn'), model: fc.constantFrom('gpt-6', 'gpt-7'), cwd: fc.constantFrom('/home/dev/app', '/home/dev/other') }),
      fc.record({ kind: fc.constantFrom('cut', 'meta'), to: fc.nat(20) }),
    );
    let gone = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('items', 'events', 'responses'), fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }), async (told, turns) => {
        talk = new Lines(told === 'items' ? 0 : null).meta(id).turn(idOf(10), { cwd: '/home/dev/begun' });
        if (told === 'responses') response('First words');
        else talk.user('First words');
        // An answer settles that a prompt of the model's input is told by nothing else.
        if (told === 'responses') talk.add('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'An answer' }] });
        work(20);
        fs.writeFileSync(file, text());
        let before = await read();
        for (const turn of turns) {
          for (const each of turn) {
            const name = `m${talk.lines.length}`;
            if (each.kind === 'user') talk.user(name);
            else if (each.kind === 'agent') talk.agent(name);
            else if (each.kind === 'event') talk.event('user_message', { message: name });
            else if (each.kind === 'response') response(name);
            else if (each.kind === 'work') work(12);
            else if (each.kind === 'roll back') talk.event('thread_rolled_back', { num_turns: 1 });
            else if (each.kind === 'torn') talk.lines.push('{"timestamp":"20');
            else if ('model' in each) talk.turn(idOf(20), { model: each.model, cwd: each.cwd });
            else if (each.kind === 'meta') talk.meta('to' in each && each.to > 10 ? id : idOf(2));
            else if ('to' in each) talk.lines.length = Math.max(1, talk.lines.length - each.to);
          }
          fs.writeFileSync(file, text());
          const now = await read(before);
          assert.deepEqual(now.record, (await read()).record);
          if (now.bytes < 17 * kibibyte) gone++;
          before = now;
        }
      }),
      { numRuns: 60 },
    );
    assert.ok(gone > 20, `${gone} were read from what is appended`);
  });
});
