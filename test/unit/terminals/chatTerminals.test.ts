import assert from 'node:assert/strict';
import { Chats } from '../../../src/chats/chats';
import type { ChatId, ProjectId } from '../../../src/core/ids';
import { fail, ok, type Result } from '../../../src/core/result';
import type { SessionKey } from '../../../src/shared/agentId';
import { ChatTerminals } from '../../../src/terminals/chatTerminals';
import type { NewSessionCode } from '../../../src/terminals/newSessions';
import { folderOf, must, refusal, StoreFolders } from '../store/storeFolder';

describe('X17 X19 X20 The terminal of a chat', () => {
  const folders = new StoreFolders();
  let chats: Chats;
  let terminals: ChatTerminals;
  let id: ChatId;
  let begun: string[] = [];
  let resumed: SessionKey[] = [];
  let live: string[] = [];
  let liveElsewhere: string[] = [];
  /** What the next start answers. */
  let start: Result<string | null, NewSessionCode> = ok(null);

  beforeEach(async () => {
    [begun, resumed, live, liveElsewhere, start] = [[], [], [], [], ok(null)];
    const store = folders.open(folders.make());
    const project: ProjectId = must(await store.write('ensureProject', { folder: folderOf('/home/dev/app'), name: 'app', now: 1 })).id;
    chats = new Chats({ store, now: () => 1, teardown: () => Promise.resolve(ok(null)), removeFolder: () => Promise.resolve(), log: assert.fail });
    await chats.start();
    id = must(await chats.create(project)).id;
    terminals = new ChatTerminals({
      chats,
      resume: { open: (key) => Promise.resolve(void resumed.push(key)).then(() => ok(null)) },
      newSessions: { begin: (agent, folder, owner) => Promise.resolve(void begun.push(`${agent} in ${folder} for ${owner?.key}`)).then(() => start) },
      terminals: { reveal: (key) => live.includes(key), isLive: (key) => Promise.resolve(liveElsewhere.includes(key)) },
      folderOf: () => Promise.resolve(ok('/home/dev/app')),
      titleOf: () => 'A chat',
    });
  });
  afterEach(() => folders.endAll());

  it('begins a session with the link, and resumes that one from then on', async () => {
    start = ok('01a2');
    must(await terminals.link(id, 'claude-code'));
    must(await terminals.open(id));
    assert.deepEqual([begun, resumed], [[`claude-code in /home/dev/app for ${id}`], ['claude-code:01a2']]);
  });

  it('begins none again while it is not known which one it began', async () => {
    must(await terminals.link(id, 'codex'));
    assert.deepEqual(refusal(await terminals.open(id)), ['identity_pending', 'Codex']);
    live = [id];
    must(await terminals.open(id));
    assert.equal(begun.length, 1);
    // The host starts no second one for the chat.
    [live, liveElsewhere] = [[], [id]];
    must(await terminals.open(id));
    assert.equal(begun.length, 2);
  });

  it('keeps the link when the start fails, and begins when it is tried again', async () => {
    start = fail('folder_missing', '/home/dev/app');
    assert.deepEqual(refusal(await terminals.link(id, 'codex')), ['folder_missing', '/home/dev/app']);
    assert.deepEqual([chats.chat(id)?.link?.agent, chats.chat(id)?.terminalEnd], ['codex', 'failed']);
    start = ok(null);
    must(await terminals.open(id));
    assert.equal(begun.length, 2);
  });
});
