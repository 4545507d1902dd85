import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { SessionRecord } from '../../../../src/agents/agent';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files } from '../../../../src/platform/files';
import { Conversation, Home, sessionId } from './home';

const id = sessionId(1);
const kibibyte = 1024;

describe('X6 reading the ends of a Claude Code transcript', () => {
  let home: Home;
  let talk: Conversation;
  let files: Files;
  beforeEach(() => {
    home = new Home();
    talk = new Conversation(id);
    files = new Files();
  });
  afterEach(() => home.dispose());

  /** A request record as they fill the start of real files. */
  const fill = (bytes: number): void => void talk.state({ type: 'api-request-blob', hash: 'x'.repeat(bytes) });
  /** Tool results, many of them, as they fill the middle. */
  const work = (bytes: number): void => {
    for (let done = 0; done < bytes; done += 8 * kibibyte) {
      talk.reply(`w${talk.lines.length}`, { type: 'tool_use', id: `t${talk.lines.length}`, name: 'Read', input: {} });
      talk.result(`t${talk.lines.length - 1}`, `${'0123456789'.repeat(800)}\n`);
    }
  };

  async function read(): Promise<SessionRecord> {
    home.writeSession(id, talk.lines);
    const { sessions } = await claudeCode.find(home.place, files);
    const [found] = sessions;
    assert.ok(found);
    return claudeCode.read(found, 'ends', { place: home.place, files, sessions: new Map(sessions.map((each) => [each.id, each])) });
  }

  it('takes 16 KB of each end where prompt and name are in them', async () => {
    talk.prompt('First words');
    work(900 * kibibyte);
    talk.reply('last', 'Last words');
    talk.state({ type: 'ai-title', aiTitle: 'Named at the end' });
    const record = await read();
    assert.deepEqual([record.title, record.firstPrompt, record.createdAt], ['Named at the end', 'First words', Conversation.at(1)]);
    assert.equal(record.lastActivityAt, (await home.read(id, 'full')).lastActivityAt);
    assert.deepEqual([files.stats.largestEndsRead, files.stats.bytes, files.stats.opens], [32 * kibibyte, 32 * kibibyte, 1]);
  });

  it('looks a little further back for a name', async () => {
    talk.prompt('First words');
    work(600 * kibibyte);
    talk.state({ type: 'custom-title', customTitle: 'Named before' });
    work(16 * kibibyte);
    assert.deepEqual([(await read()).title, files.stats.largestEndsRead], ['Named before', (32 + 16) * kibibyte]);
  });

  it('takes a rename of the start although the end has a generated title', async () => {
    talk.state({ type: 'custom-title', customTitle: 'Named at launch' });
    talk.prompt('First words');
    work(400 * kibibyte);
    talk.state({ type: 'ai-title', aiTitle: 'Generated' });
    assert.deepEqual([(await read()).title, files.stats.largestEndsRead], ['Named at launch', 32 * kibibyte]);
  });

  it('takes the file\'s own time where a long record hides the last message', async () => {
    talk.prompt('First words');
    work(100 * kibibyte);
    talk.result('t1', 'x'.repeat(40 * kibibyte));
    const written = new Date('2026-11-29T08:00:00.000Z');
    fs.utimesSync(home.writeSession(id, talk.lines), written, written);
    assert.equal((await home.read(id, 'ends')).lastActivityAt, '2026-11-29T08:00:00.000Z');
  });

  it('has no need to look where a checkpoint of the end has no name', async () => {
    talk.prompt('First words');
    work(600 * kibibyte);
    talk.reply('last', 'Last words');
    talk.state({ type: 'last-prompt', lastPrompt: 'First words' });
    assert.deepEqual([(await read()).title, files.stats.largestEndsRead], ['First words', 32 * kibibyte]);
  });

  it('gives up a search for a name when the first prompt can stand in for it', async () => {
    talk.prompt('First words');
    talk.state({ type: 'custom-title', customTitle: 'Out of reach' });
    work(30 * kibibyte);
    work(800 * kibibyte);
    talk.lines.splice(1, 0, ...talk.lines.splice(20, 20));
    const record = await read();
    assert.deepEqual([record.title, record.titleSource, files.stats.largestEndsRead], ['First words', 'first_prompt', 48 * kibibyte]);
  });

  it('looks further forward for the first prompt', async () => {
    fill(40 * kibibyte);
    talk.prompt('First words');
    work(600 * kibibyte);
    talk.state({ type: 'ai-title', aiTitle: 'Named' });
    const record = await read();
    assert.deepEqual([record.title, record.firstPrompt, files.stats.largestEndsRead], ['Named', 'First words', (32 + 64) * kibibyte]);
  });

  it('never takes more than 256 KB, also where both are missing', async () => {
    fill(300 * kibibyte);
    talk.prompt('Out of reach');
    work(500 * kibibyte);
    const record = await read();
    assert.deepEqual([record.title, record.firstPrompt, record.hidden], ['', null, null]);
    assert.equal(files.stats.largestEndsRead, 256 * kibibyte);
  });

  it('reads a short transcript once, and knows all of it', async () => {
    talk.state({ type: 'mode', mode: 'normal' });
    const file = home.writeSession(id, talk.lines);
    assert.equal((await read()).hidden, 'no_message');
    assert.equal(files.stats.bytes, fs.statSync(file).size);
  });

  it('finds the first prompt of a fork behind what it copied', async () => {
    for (let number = 0; number < 30; number++) {
      talk.prompt(`Copied ${number} ${'x'.repeat(2000)}`);
      talk.reply(`m${number}`, 'Copied', 1, { requestSessionId: sessionId(2) });
    }
    talk.prompt('Own words');
    talk.reply('own', 'Own');
    const record = await read();
    assert.deepEqual([record.title, record.parentId], ['Own words', sessionId(2)]);
  });

  it('reads ends that cut characters, lines and each other', async () => {
    for (const padding of [0, 1, 2, 3, 100, 101]) {
      talk = new Conversation(id);
      talk.prompt(`日本語 ${'é'.repeat(padding)}`);
      talk.state({ type: 'tag', tag: '日'.repeat(5300 + padding) });
      talk.reply('m1', `${'語'.repeat(5000)}`);
      talk.state({ type: 'ai-title', aiTitle: '題名' });
      files = new Files();
      const record = await read();
      assert.deepEqual([record.title, record.firstPrompt, record.models], ['題名', `日本語 ${'é'.repeat(padding)}`.trim(), ['claude-a']]);
    }
  });
});
