import assert from 'node:assert/strict';
import type { SessionRecord } from '../../../../src/agents/agent';
import { Conversation, type Fields, Home, sessionId } from './home';

describe('X3 the title of a Claude Code session', () => {
  let home: Home;
  const id = sessionId(1);
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  /** The title of a short conversation followed by `records`, the same at both depths. */
  async function titleOf(records: readonly Fields[], first: unknown = 'Why is it slow?'): Promise<[string, string]> {
    const talk = new Conversation(id);
    talk.prompt(first);
    talk.reply('m1', 'Because');
    for (const record of records) talk.state(record);
    home.writeSession(id, talk.lines);
    const [ends, full] = [await home.read(id, 'ends'), await home.read(id, 'full')];
    assert.deepEqual([ends.title, ends.titleSource], [full.title, full.titleSource]);
    return [full.title, full.titleSource];
  }

  const rename = (customTitle: unknown): Fields => ({ type: 'custom-title', customTitle });
  const generated = (aiTitle: unknown): Fields => ({ type: 'ai-title', aiTitle });

  it('is its last rename, also where a generated title follows', async () => {
    assert.deepEqual(await titleOf([rename('Old'), rename(' New\n name '), generated('Generated')]), ['New name', 'rename']);
  });

  it('is the generated one once the rename was taken back', async () => {
    assert.deepEqual(await titleOf([rename('Old'), generated('Generated'), rename('')]), ['Generated', 'generated']);
    assert.deepEqual(await titleOf([rename('Old'), rename('')]), ['Why is it slow?', 'first_prompt']);
  });

  it('is the name in the file beside it only while the transcript has no rename', async () => {
    home.write(`${id}/custom-title.json`, ['{"customTitle":"From the side","by":"user"}']);
    assert.deepEqual(await titleOf([generated('Generated')]), ['From the side', 'rename']);
    assert.deepEqual(await titleOf([rename('')]), ['Why is it slow?', 'first_prompt']);
  });

  it('is a summary only if its leaf is a record of this file', async () => {
    assert.deepEqual(await titleOf([{ type: 'summary', summary: 'Another session', leafUuid: 'elsewhere' }]), ['Why is it slow?', 'first_prompt']);
    assert.deepEqual(await titleOf([{ type: 'summary', summary: 'This one', leafUuid: '0001-0002' }]), ['This one', 'generated']);
  });

  it('is the first prompt on one line, and not the newest', async () => {
    assert.deepEqual(await titleOf([{ type: 'last-prompt', lastPrompt: 'Newest' }], '  Fix\n\tthis  please '), ['Fix this please', 'first_prompt']);
    assert.deepEqual(await titleOf([], '<div> is not centred'), ['<div> is not centred', 'first_prompt']);
  });

  it('is no name of the wrong shape', async () => {
    assert.deepEqual(await titleOf([rename(5), rename(null), generated({ a: 1 })]), ['Why is it slow?', 'first_prompt']);
  });

  it('is cut where somebody pasted a book', async () => {
    const [title] = await titleOf([], 'word '.repeat(2000));
    assert.equal(title.length, 1000);
  });
});

describe('X4 a Claude Code session without a message', () => {
  let home: Home;
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  it('is no row, whatever it is called', async () => {
    const named = new Conversation(sessionId(1));
    named.state({ type: 'custom-title', customTitle: 'Nothing asked yet' });
    named.add({ type: 'system', subtype: 'local_command', content: '<command-name>/rename</command-name><command-args>Nothing asked yet</command-args>' });
    home.writeSession(sessionId(1), named.lines);
    const cleared = new Conversation(sessionId(2));
    cleared.prompt('<command-name>/clear</command-name><command-args></command-args>');
    home.writeSession(sessionId(2), cleared.lines);
    for (const depth of ['ends', 'full'] as const) {
      const { records } = await home.scan(depth);
      assert.deepEqual(records.map((record) => [record.title, record.hidden]).sort(), [['/clear', 'no_message'], ['Nothing asked yet', 'no_message']]);
    }
  });
});

describe('X2 the folder of a Claude Code session', () => {
  let home: Home;
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  async function folderOf(project: string, folders: readonly string[], state: readonly Fields[] = []): Promise<string | null> {
    home.dispose();
    home = new Home();
    const talk = new Conversation(sessionId(1));
    for (const cwd of folders) talk.prompt('Go on', { cwd });
    for (const record of state) talk.state(record);
    home.writeSession(sessionId(1), talk.lines, project);
    const [ends, full] = [await home.read(sessionId(1), 'ends'), await home.read(sessionId(1), 'full')];
    assert.equal(ends.folder, full.folder);
    return full.folder;
  }

  it('is the recorded one that its project folder is named after', async () => {
    assert.equal(await folderOf('-home-dev-my-app-v2', ['/home/dev/other', '/home/dev/my_app.v2', '/home/dev/my-app-v2']), '/home/dev/my_app.v2');
    assert.equal(await folderOf('-home-dev-------x', ['/home/dev', '/home/dev/日本語 ☕.x']), '/home/dev/日本語 ☕.x');
  });

  it('is told by the first two hundred characters of a long name', async () => {
    const long = `/home/dev/${'deep/'.repeat(60)}end`;
    assert.equal(await folderOf(`${long.replace(/\W/g, '-').slice(0, 200)}-d3sbg8`, ['/home/dev', long]), long);
  });

  it('is where the transcript was moved to', async () => {
    const worktree = '/home/dev/app/.claude/worktrees/x';
    const moved = { type: 'relocated', relocatedCwd: '/home/dev/app' };
    assert.equal(await folderOf('-home-dev-app', [worktree], [moved]), '/home/dev/app');
    assert.equal(await folderOf('-home-dev-app', [worktree], [{ type: 'worktree-state', worktreeSession: { originalCwd: '/home/dev/app' } }]), '/home/dev/app');
  });

  it('is the first one where older versions named the project folder otherwise, and unknown where none is recorded', async () => {
    assert.equal(await folderOf('-home-dev-my_app', ['/home/dev/my_app', '/home/dev/x']), '/home/dev/my_app');
    home.writeSession(sessionId(2), [{ type: 'user', uuid: 'u1', message: { content: 'Hi' } }]);
    assert.equal((await home.read(sessionId(2), 'full')).folder, null);
  });
});

describe('X6 a Claude Code row', () => {
  let home: Home;
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  const read = (depth: 'ends' | 'full'): Promise<SessionRecord> => home.read(sessionId(1), depth);

  it('keeps its times when a session is only opened, named or asked for its status', async () => {
    const talk = new Conversation(sessionId(1));
    talk.add({ type: 'system', subtype: 'informational', content: 'Welcome' });
    talk.prompt('First');
    talk.reply('m1', 'Last');
    talk.prompt('<command-name>/status</command-name><command-args></command-args>');
    talk.prompt('<local-command-stdout>fine</local-command-stdout>');
    home.writeSession(sessionId(1), talk.lines);
    for (const depth of ['ends', 'full'] as const) {
      const { createdAt, lastActivityAt } = await read(depth);
      assert.deepEqual([createdAt, lastActivityAt], [Conversation.at(2), Conversation.at(3)]);
    }
  });

  it('tells branch, version and models', async () => {
    const talk = new Conversation(sessionId(1));
    talk.prompt('First', { gitBranch: 'feat/x', version: '2.1.300' });
    talk.reply('m1', 'One');
    talk.add({ type: 'assistant', message: { id: 'm2', model: 'claude-b', content: [] }, gitBranch: 'HEAD' });
    talk.add({ type: 'assistant', message: { id: 'm3', model: '<synthetic>', content: [] }, gitBranch: 'HEAD' });
    home.writeSession(sessionId(1), talk.lines);
    for (const depth of ['ends', 'full'] as const) {
      const { branch, agentVersion, models } = await read(depth);
      assert.deepEqual([branch, agentVersion, models], ['main', '2.1.332', ['claude-a', 'claude-b']]);
    }
  });

  it('counts records of a later version', async () => {
    const talk = new Conversation(sessionId(1));
    talk.prompt('First');
    talk.state({ type: 'hologram' }).state({ type: 'hologram' }).state({ type: 'mode', mode: 'normal' }).state('{"no":"type"}').state({ type: 'valueOf' });
    home.writeSession(sessionId(1), talk.lines);
    const counted = { hologram: 2, '(no type)': 1, valueOf: 1 };
    assert.deepEqual((await read('full')).unknownTypes, counted);
    assert.deepEqual((await home.transcript(sessionId(1))).unknownTypes, counted);
  });
});
