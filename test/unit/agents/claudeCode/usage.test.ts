import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { SessionRecord } from '../../../../src/agents/agent';
import { Conversation, type Fields, Home, sessionId } from './home';

const id = sessionId(1);
const usage = (requests: number, output: number): object => ({ input: 10 * requests, output, cache_read: 10 * requests, cache_write: 10 * requests, reasoning: 0 });

describe('X27 the tokens of a Claude Code session', () => {
  let home: Home;
  let talk: Conversation;
  beforeEach(() => {
    home = new Home();
    talk = new Conversation(id);
    talk.prompt('Begin');
  });
  afterEach(() => home.dispose());

  async function read(): Promise<SessionRecord> {
    home.writeSession(id, talk.lines);
    return home.read(id, 'full');
  }

  it('count a reply once, with its largest output, however many records it has', async () => {
    talk.reply('m1', { type: 'thinking', thinking: 'x' }, 3);
    talk.reply('m1', 'text', 40);
    talk.reply('m1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }, 7);
    talk.result('t1', 'ok');
    talk.reply('m2', 'done', 5);
    const record = await read();
    assert.deepEqual(record.usage, usage(2, 45));
    assert.equal(record.messageCount, 3);
  });

  it('keep two replies with one id apart by their requests', async () => {
    talk.reply('m1', 'one', 4, { requestId: 'a' });
    talk.reply('m1', 'two', 6, { requestId: 'b' });
    assert.deepEqual((await read()).usage, usage(2, 10));
  });

  it('keep replies behind a gateway with one id for all apart by the prompts between them', async () => {
    talk.reply('m', 'one', 4, { requestId: undefined });
    talk.reply('m', 'still one', 5, { requestId: undefined });
    talk.prompt('Again');
    talk.reply('m', 'two', 6, { requestId: undefined });
    const record = await read();
    assert.deepEqual(record.usage, usage(2, 11));
    assert.equal(record.messageCount, 4);
  });

  it('include what a rewind left behind, and leave out what the program said itself', async () => {
    talk.reply('m1', 'abandoned', 4);
    talk.rewindTo(null).prompt('Begin again');
    talk.reply('m2', 'kept', 6);
    talk.reply('m3', 'No response requested.', 99, { message: { id: 'm3', model: '<synthetic>', content: [], usage: { output_tokens: 99 } } });
    talk.reply('m4', 'API Error', 99, { isApiErrorMessage: true });
    const record = await read();
    assert.deepEqual(record.usage, usage(2, 10));
    assert.equal(record.messageCount, 2);
  });

  it('read every kind, and the parts of a cache write where their sum is missing', async () => {
    const tokens = (parts: Fields): Fields => ({ message: { id: `m${JSON.stringify(parts)}`, model: 'claude-a', content: [], usage: parts } });
    talk.add({ type: 'assistant', ...tokens({ input_tokens: 1, output_tokens: 20, cache_read_input_tokens: 3, cache_creation_input_tokens: 4, output_tokens_details: { thinking_tokens: 5 } }) });
    talk.add({ type: 'assistant', ...tokens({ cache_creation: { ephemeral_5m_input_tokens: 6, ephemeral_1h_input_tokens: 7 } }) });
    talk.add({ type: 'assistant', ...tokens({ input_tokens: 'many', output_tokens: -5, cache_creation: [] }) });
    assert.deepEqual((await read()).usage, { input: 1, output: 20, cache_read: 3, cache_write: 17, reasoning: 5 });
  });

  it('are apart for agents recorded inline, where a side question repeats a reply', async () => {
    talk.reply('m1', 'main', 4);
    talk.reply('m2', 'helper', 6, { isSidechain: true });
    talk.reply('m1', 'main', 4, { isSidechain: true, requestId: 'other' });
    const record = await read();
    assert.deepEqual([record.usage, record.inlineSubagentUsage], [usage(1, 4), usage(1, 6)]);
  });

  it('are nothing, not unknown, before the first reply', async () => {
    const record = await read();
    assert.deepEqual([record.usage, record.inlineSubagentUsage], [usage(0, 0), null]);
  });

  describe('of its sub-agents', () => {
    const subagent = (agent: string): Conversation => new Conversation(id, { isSidechain: true, agentId: agent });

    async function subagentRecord(agent: string, lines: Conversation['lines']): Promise<SessionRecord> {
      talk.reply('m1', 'main', 4);
      home.writeSession(id, talk.lines);
      home.write(`${id}/subagents/agent-${agent}.jsonl`, lines);
      return home.read(`${id}.agent-${agent}`, 'full');
    }

    it('are in their own transcripts', async () => {
      const helper = subagent('a1');
      helper.prompt('Count');
      helper.reply('h1', 'One', 6);
      const record = await subagentRecord('a1', helper.lines);
      assert.deepEqual([record.subagentOf, record.usage, record.messageCount, record.title], [id, usage(1, 6), 2, 'Count']);
    });

    it('do not include a reply of the session that a side question repeats', async () => {
      const side = subagent('aside_1').rewindTo('0001-0001');
      side.reply('m1', 'main', 4, { requestId: 'other', uuid: 'aside' });
      assert.deepEqual((await subagentRecord('aside_1', side.lines)).usage, usage(0, 0));
    });

    it('do not include what an agent with the whole context repeats', async () => {
      const fork = subagent('a2').state({ type: 'fork-context-ref', parentSessionId: id });
      fork.reply('m1', 'main', 4);
      fork.reply('h1', 'own', 6);
      assert.deepEqual((await subagentRecord('a2', fork.lines)).usage, usage(1, 6));
    });
  });
});

describe('X27 the tokens of a forked Claude Code session', () => {
  let home: Home;
  const [parent, fork, again] = [sessionId(1), sessionId(2), sessionId(3)];
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  function original(): Conversation {
    const talk = new Conversation(parent);
    talk.prompt('Begin');
    talk.reply('m1', 'one', 4);
    talk.prompt('Go on');
    return talk;
  }

  /** A copy of the records of `talk`, each changed by `mark`, that goes on with a prompt and a reply. */
  function copyOf(talk: Conversation, id: string, mark: (record: Fields) => Fields): Conversation {
    const copy = new Conversation(id);
    for (const record of talk.lines) copy.add({ ...(record as Fields), sessionId: id, ...mark(record as Fields) });
    const own = `${id.slice(-4)}-own`;
    copy.prompt(`Another way ${id.slice(-1)}`, { uuid: `${own}-1`, timestamp: Conversation.at(50) });
    copy.reply(`m${id}`, 'other', 6, { uuid: `${own}-2`, timestamp: Conversation.at(51) });
    return copy;
  }

  async function tokens(): Promise<Record<string, object>> {
    const { records } = await home.scan('full');
    return Object.fromEntries(records.map(({ id, title, createdAt, parentId, messageCount, usage: used }) => [id, { title, createdAt, parentId, messageCount, output: used?.output }]));
  }

  const originalRow = { title: 'Begin', createdAt: Conversation.at(1), parentId: null, messageCount: 3, output: 4 };
  const forkRow = { title: 'Another way 2', createdAt: Conversation.at(50), parentId: parent, messageCount: 5, output: 6 };

  for (const [how, mark] of [
    ['marked record by record', () => ({ forkedFrom: { sessionId: parent } })],
    ['told by its replies alone', (record: Fields) => (record['type'] === 'assistant' ? { requestSessionId: parent } : {})],
    ['without a word of it', () => ({ sessionKind: 'bg' })],
  ] as const) {
    it(`leave out a copied history ${how}`, async () => {
      const talk = original();
      fs.utimesSync(home.writeSession(fork, copyOf(talk, fork, mark).lines), 1, 1);
      // The original goes on after the fork.
      talk.reply('m2', 'two', 8);
      home.writeSession(parent, talk.lines);
      assert.deepEqual(await tokens(), { [parent]: { ...originalRow, messageCount: 4, output: 12 }, [fork]: forkRow });
    });
  }

  it('leave out what marks say was copied, also when the origin is gone', async () => {
    home.writeSession(fork, copyOf(original(), fork, (record) => (record['type'] === 'assistant' ? { requestSessionId: parent } : {})).lines);
    const rows = await tokens();
    // Only the origin could tell that the prompt after its last reply is a copy, too.
    assert.deepEqual(rows, { [fork]: { ...forkRow, title: 'Go on', createdAt: Conversation.at(3) } });
  });

  it('go to the nearest of several forks, each reply once', async () => {
    const talk = original();
    const first = copyOf(talk, fork, () => ({ sessionKind: 'bg' }));
    const second = copyOf(first, again, () => ({ sessionKind: 'bg' }));
    fs.utimesSync(home.writeSession(parent, talk.lines), 3, 3);
    fs.utimesSync(home.writeSession(fork, first.lines), 1, 1);
    fs.utimesSync(home.writeSession(again, second.lines), 2, 2);
    assert.deepEqual(await tokens(), {
      [parent]: originalRow,
      [fork]: forkRow,
      [again]: { ...forkRow, title: 'Another way 3', parentId: fork, messageCount: 7 },
    });
  });

  it('stay with a transcript that somebody copied as a file', async () => {
    home.writeSession(parent, original().lines);
    home.writeSession(fork, original().lines);
    assert.deepEqual(await tokens(), { [parent]: originalRow, [fork]: originalRow });
  });
});
