import assert from 'node:assert/strict';
import type { ChatId } from '../../../src/core/ids';
import type { NewChat } from '../../../src/store/chatTable';
import type { Chat } from '../../../src/store/rows';
import type { Store } from '../../../src/store/store';
import { folderOf, must, refusal, StoreFolders } from './storeFolder';

describe('P1 P4 chats in the store', () => {
  const folders = new StoreFolders();
  let store: Store;
  beforeEach(async () => {
    store = folders.open(folders.make());
    must(await store.write('ensureProject', { folder: folderOf('/home/dev/app'), name: 'app', now: 1 }));
  });
  afterEach(() => folders.endAll());
  const create = async (more: Partial<NewChat> = {}): Promise<Chat> => must(await store.write('createChat', { project: 'PRJ-1', now: 10, ...more }));
  const chat = async (id: ChatId): Promise<Chat> => must(await store.read('chat', { id })) as Chat;

  it('a root and its children share project and root', async () => {
    const root = await create();
    assert.deepEqual(root, {
      ...{ id: 'LOCALIX-1', project: 'PRJ-1', parent: null, root: 'LOCALIX-1', kind: 'root', title: null, isTitledByPerson: false },
      ...{ createdAt: 10, activeAt: 10, isPinned: false, archivedAt: null, isUnread: false, link: null, cwd: null, terminalEnd: null },
    });
    const child = await create({ parent: root.id, kind: 'fork', title: 'Greeting (fork 2)', cwd: '/home/dev/app/lib' });
    const grandchild = await create({ parent: child.id });
    assert.deepEqual([child.parent, child.root, child.kind, child.title, child.cwd], ['LOCALIX-1', 'LOCALIX-1', 'fork', 'Greeting (fork 2)', '/home/dev/app/lib']);
    assert.deepEqual([grandchild.parent, grandchild.root, grandchild.kind], ['LOCALIX-2', 'LOCALIX-1', 'thread']);
    assert.deepEqual(refusal(await store.write('createChat', { project: 'PRJ-1', now: 1, parent: 'LOCALIX-9' })), ['chat_missing', 'LOCALIX-9']);
    assert.deepEqual(refusal(await store.write('createChat', { project: 'PRJ-9', now: 1 })), ['project_missing', 'PRJ-9']);
  });

  it('a number is never given again', async () => {
    await create();
    must(await store.write('deleteChat', { id: 'LOCALIX-1' }));
    assert.equal((await create()).id, 'LOCALIX-2');
  });

  it('are listed by project, the latest first, archived ones apart', async () => {
    must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
    await create({ now: 1 });
    await create({ now: 2 });
    await create({ now: 3, project: 'PRJ-2' });
    must(await store.write('touchChat', { id: 'LOCALIX-1', now: 7 }));
    must(await store.write('setArchived', { id: 'LOCALIX-2', archivedAt: 8 }));
    const ids = async (archived?: boolean): Promise<string[]> =>
      must(await store.read('chats', { project: 'PRJ-1', ...(archived !== undefined && { archived }) })).map(({ id }) => id);
    assert.deepEqual([await ids(), await ids(true), await ids(false)], [['LOCALIX-1', 'LOCALIX-2'], ['LOCALIX-2'], ['LOCALIX-1']]);
    must(await store.write('setArchived', { id: 'LOCALIX-2', archivedAt: null }));
    assert.deepEqual(await ids(true), []);
  });

  it('marks are set and unset, and no mark moves a time', async () => {
    const { id } = await create();
    must(await store.write('setPinned', { id, isPinned: true }));
    must(await store.write('setUnread', { id, isUnread: true }));
    must(await store.write('setTerminalEnd', { id, end: 'stopped' }));
    const marked = await chat(id);
    assert.deepEqual([marked.isPinned, marked.isUnread, marked.terminalEnd, marked.activeAt], [true, true, 'stopped', 10]);
    must(await store.write('touchChat', { id, now: 5 }));
    assert.equal((await chat(id)).activeAt, 10);
    for (const write of [
      store.write('setPinned', { id: 'LOCALIX-9', isPinned: true }),
      store.write('setUnread', { id: 'LOCALIX-9', isUnread: true }),
      store.write('setArchived', { id: 'LOCALIX-9', archivedAt: 1 }),
      store.write('touchChat', { id: 'LOCALIX-9', now: 1 }),
      store.write('renameChat', { id: 'LOCALIX-9', title: '', byPerson: true }),
      store.write('setTerminalEnd', { id: 'LOCALIX-9', end: null }),
      store.write('deleteChat', { id: 'LOCALIX-9' }),
    ]) {
      assert.deepEqual(refusal(await write), ['chat_missing', 'LOCALIX-9']);
    }
  });

  it('a person\'s title wins over a generated one', async () => {
    const { id } = await create();
    must(await store.write('renameChat', { id, title: 'generated', byPerson: false }));
    must(await store.write('renameChat', { id, title: 'mine', byPerson: true }));
    must(await store.write('renameChat', { id, title: 'generated later', byPerson: false }));
    assert.deepEqual([(await chat(id)).title, (await chat(id)).isTitledByPerson], ['mine', true]);
  });

  it('X13 X15 a link keeps its agent, and the times recorded in the session', async () => {
    const { id } = await create();
    must(await store.write('linkChat', { id, agent: 'codex', nativeId: null, now: 20 }));
    assert.deepEqual((await chat(id)).link, { agent: 'codex', nativeId: null, linkedAt: 20, nativeAt: null });
    assert.deepEqual(refusal(await store.write('linkChat', { id, agent: 'hermes', nativeId: null, now: 21 })), ['another_agent_linked', 'codex']);
    must(await store.write('setNativeId', { id, nativeId: 'abc', now: 30 }));
    must(await store.write('linkChat', { id, agent: 'codex', nativeId: null, now: 40 }));
    assert.deepEqual([(await chat(id)).link, (await chat(id)).activeAt], [{ agent: 'codex', nativeId: 'abc', linkedAt: 20, nativeAt: 30 }, 10]);
    assert.deepEqual(refusal(await store.write('setNativeId', { id, nativeId: 'other', now: 50 })), ['another_session_linked', 'abc']);

    const second = (await create({ now: 99 })).id;
    assert.deepEqual(refusal(await store.write('setNativeId', { id: second, nativeId: 'x', now: 1 })), ['no_agent_linked', second]);
    assert.deepEqual(refusal(await store.write('linkChat', { id: second, agent: 'codex', nativeId: 'abc', now: 1, activeAt: 3 })), ['native_id_taken', id]);
    assert.deepEqual([(await chat(second)).link, (await chat(second)).activeAt], [null, 99], 'what is refused is taken back whole');
    must(await store.write('linkChat', { id: second, agent: 'hermes', nativeId: 'abc', now: 1, activeAt: 3 }));
    assert.equal((await chat(second)).activeAt, 3);
    assert.equal(must(await store.read('chatOfNative', { agent: 'hermes', nativeId: 'abc' }))?.id, second);
    assert.equal(must(await store.read('chatOfNative', { agent: 'gemini', nativeId: 'abc' })), undefined);
  });

  it('P14 is deleted children first, with its draft', async () => {
    const { id } = await create();
    const child = await create({ parent: id });
    must(await store.write('setDraft', { chat: id, text: 'half a thought', now: 1 }));
    assert.deepEqual(refusal(await store.write('deleteChat', { id })), ['chat_has_children', id]);
    must(await store.write('deleteChat', { id: child.id }));
    must(await store.write('deleteChat', { id }));
    assert.deepEqual(must(await store.read('chats', { project: 'PRJ-1' })), []);
    assert.equal(must(await store.read('draft', { chat: id })), undefined);
  });
});
