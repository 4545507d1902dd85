import assert from 'node:assert/strict';
import { Chats, type NativeSession } from '../../../src/chats/chats';
import type { ChatId, ProjectId } from '../../../src/core/ids';
import { fail, ok } from '../../../src/core/result';
import type { Chat } from '../../../src/store/rows';
import type { Store } from '../../../src/store/store';
import { folderOf, must, refusal, StoreFolders } from '../store/storeFolder';

const recorded = Date.UTC(2026, 5, 17, 9);
const session: NativeSession = { key: 'codex:01a2', title: ' Add a\n route ', folder: '/home/dev/app/web', createdAt: recorded, activeAt: recorded + 60_000 };

describe('chats/ on the store', () => {
  const folders = new StoreFolders();
  let folder = '';
  let store: Store;
  let project: ProjectId;
  let now = 0;
  /** What runs and can't be ended. */
  let stubborn: ReadonlySet<ChatId> = new Set();
  let stopped: ChatId[] = [];
  let removedFolders: ChatId[] = [];

  const open = async (on: Store): Promise<Chats> => {
    const chats = new Chats({
      store: on,
      now: () => now,
      teardown: ({ id }) => {
        if (stubborn.has(id)) return Promise.resolve(fail('not_stopped', 'it does not react'));
        stopped.push(id);
        return Promise.resolve(ok(null));
      },
      removeFolder: ({ id }) => Promise.resolve(void removedFolders.push(id)),
      log: (line) => assert.fail(line),
    });
    await chats.start();
    return chats;
  };
  const child = async (parent: ChatId): Promise<ChatId> => must(await store.write('createChat', { project, parent, kind: 'worker', now })).id;

  beforeEach(async () => {
    folder = folders.make();
    store = folders.open(folder);
    project = must(await store.write('ensureProject', { folder: folderOf('/home/dev/app'), name: 'app', now })).id;
    now = Date.UTC(2026, 10, 30, 12);
    stubborn = new Set();
    stopped = [];
    removedFolders = [];
  });
  afterEach(() => folders.endAll());

  describe('X11 A new chat', () => {
    it('is there at once, without an agent and without a title', async () => {
      const chats = await open(store);
      const heard: (readonly ChatId[])[] = [];
      chats.onDidChange((ids) => heard.push(ids));
      const { id } = must(await chats.create(project));
      assert.deepEqual(chats.of(project).map((chat) => [chat.id, chat.title, chat.link, chat.activeAt]), [[id, null, null, now]]);
      assert.deepEqual(heard, [[id]]);
    });

    it('is there in the other window, and after the next start', async () => {
      const [here, there] = [await open(store), await open(folders.open(folder))];
      const came = new Promise<readonly ChatId[]>((resolve) => there.onDidChange(resolve));
      const { id } = must(await here.create(project));
      assert.deepEqual(await came, [id]);
      assert.deepEqual(there.chat(id), here.chat(id));
      assert.deepEqual((await open(folders.open(folder))).all(), here.all());
    });
  });

  describe('X7 X14 X15 The chat of a native session', () => {
    it('has its title, its folder and its recorded times', async () => {
      const chats = await open(store);
      const { id } = must(await chats.adopt(project, session));
      const { title, isTitledByPerson, cwd, createdAt, activeAt, link } = chats.chat(id) as Chat;
      assert.deepEqual({ title, isTitledByPerson, cwd, createdAt, activeAt }, { title: 'Add a route', isTitledByPerson: false, cwd: session.folder, createdAt: recorded, activeAt: recorded + 60_000 });
      assert.deepEqual(link, { agent: 'codex', nativeId: '01a2', linkedAt: now, nativeAt: now });
      assert.equal(chats.ofNative('codex:01a2')?.id, id);
      assert.equal(chats.ofNative('claude-code:01a2'), undefined);
    });

    it('is one, whoever asks, when and from which window, archived or not; and nothing of it moves', async () => {
      const [here, there] = [await open(store), await open(folders.open(folder))];
      const made = await Promise.all([here, there, here, there].map((chats) => chats.adopt(project, session)));
      const ids = new Set(made.map((chat) => must(chat).id));
      assert.equal(ids.size, 1);
      const [id] = ids as unknown as readonly [ChatId];
      must(await here.setArchived([id], true));
      const before = here.chat(id);
      now += 86_400_000;
      assert.deepEqual(must(await here.adopt(project, { ...session, title: 'Other', activeAt: now })), before);
      assert.deepEqual(here.chat(id), before);
      assert.equal(here.ofNative('codex:01a2')?.id, id);
    });

    it('takes the one time that is known for the other, and now where none is', async () => {
      const chats = await open(store);
      const times = async (key: NativeSession['key'], createdAt: number | null, activeAt: number | null): Promise<readonly number[]> => {
        const chat = must(await chats.adopt(project, { ...session, key, createdAt, activeAt }));
        return [chat.createdAt, chat.activeAt];
      };
      assert.deepEqual(await times('codex:1', null, recorded), [recorded, recorded]);
      assert.deepEqual(await times('codex:2', recorded, null), [recorded, recorded]);
      assert.deepEqual(await times('codex:3', null, null), [now, now]);
    });
  });

  describe('X13 X19 Linking an agent', () => {
    it('is kept, can be said twice, and refuses another agent', async () => {
      const chats = await open(store);
      const { id } = must(await chats.create(project));
      must(await chats.link(id, 'claude-code'));
      must(await chats.link(id, 'claude-code'));
      assert.deepEqual(refusal(await chats.link(id, 'codex')), ['another_agent_linked', 'claude-code']);
      assert.equal(chats.chat(id)?.link?.nativeId, null);
    });

    it('takes the session once it is known, unless that has its chat; and no time moves', async () => {
      const chats = await open(store);
      const owner = must(await chats.adopt(project, session)).id;
      const { id } = must(await chats.create(project));
      const created = now;
      now += 5_000;
      must(await chats.link(id, 'codex'));
      assert.deepEqual(refusal(await chats.setNativeId(id, '01a2')), ['native_id_taken', owner]);
      must(await chats.setNativeId(id, '01b3'));
      assert.equal(chats.ofNative('codex:01b3')?.id, id);
      assert.equal(chats.chat(id)?.activeAt, created);
    });
  });

  describe('P14 X15 What a person does with chats', () => {
    it('moves no time', async () => {
      const chats = await open(store);
      const ids = [must(await chats.create(project)).id, must(await chats.create(project)).id];
      const made = now;
      now += 3_600_000;
      must(await chats.rename(ids[0] as ChatId, ' A\n name '));
      must(await chats.setPinned(ids, true));
      must(await chats.setUnread(ids, true));
      must(await chats.setArchived(ids, true));
      await chats.setPlace(project, ids[1] as ChatId);
      assert.deepEqual(chats.all().map(({ activeAt, createdAt }) => [activeAt, createdAt]), [[made, made], [made, made]]);
      assert.deepEqual(chats.all().map(({ isPinned, isUnread, archivedAt }) => [isPinned, isUnread, archivedAt]), [[true, true, now], [true, true, now]]);
      assert.deepEqual([chats.chat(ids[0] as ChatId)?.title, await chats.place(project)], ['A name', ids[1]]);
    });

    it('and what its terminal does moves no time either', async () => {
      const chats = await open(store);
      const { id } = must(await chats.create(project));
      now += 1_000;
      must(await chats.setTerminalEnd(id, 'failed'));
      assert.deepEqual([chats.chat(id)?.terminalEnd, chats.chat(id)?.activeAt], ['failed', now - 1_000]);
      const heard: (readonly ChatId[])[] = [];
      chats.onDidChange((ids) => heard.push(ids));
      must(await chats.setTerminalEnd(id, 'failed'));
      assert.deepEqual(heard, []);
    });

    it('on several is all tried, and answers what went wrong', async () => {
      const chats = await open(store);
      const { id } = must(await chats.create(project));
      assert.deepEqual(refusal(await chats.setPinned(['LOCALIX-99', id], true)), ['chat_missing', 'LOCALIX-99']);
      assert.equal(chats.chat(id)?.isPinned, true);
    });
  });

  describe('P14 Deleting a chat', () => {
    it('ends and removes what is below it first, then its own folder', async () => {
      const chats = await open(store);
      const root = must(await chats.create(project)).id;
      const [left, right] = [await child(root), await child(root)];
      const deep = await child(left);
      const other = must(await chats.create(project)).id;
      const order: (readonly ChatId[])[] = [];
      chats.onDidChange((ids) => order.push(ids));
      must(await chats.remove(root));
      assert.deepEqual(stopped, [deep, left, right, root]);
      assert.deepEqual(order.flat(), [deep, left, right, root]);
      assert.deepEqual(chats.all().map(({ id }) => id), [other]);
      assert.deepEqual(removedFolders, [root]);
    });

    it('leaves the folder of the root when only a child goes', async () => {
      const chats = await open(store);
      const root = must(await chats.create(project)).id;
      must(await chats.remove(await child(root)));
      assert.deepEqual([chats.all().map(({ id }) => id), removedFolders], [[root], []]);
    });

    it('leaves everything in place, with the reason, when something of it can\'t be ended', async () => {
      const chats = await open(store);
      const root = must(await chats.create(project)).id;
      const ids = [root, await child(root), await child(root)];
      stubborn = new Set([ids[2] as ChatId]);
      assert.deepEqual(refusal(await chats.remove(root)), ['not_stopped', 'it does not react']);
      const fresh = await open(folders.open(folder));
      assert.deepEqual(fresh.all().map(({ id }) => id).sort(), [...ids].sort());
      assert.deepEqual(removedFolders, []);
      stubborn = new Set();
      must(await chats.remove(root));
      assert.deepEqual(chats.all(), []);
    });

    it('is no failure where another window was quicker', async () => {
      const [here, there] = [await open(store), await open(folders.open(folder))];
      const root = must(await here.create(project)).id;
      await child(root);
      while (there.of(project).length < 2) await new Promise((resolve) => there.onDidChange(resolve));
      const results = await Promise.all([here.remove(root), there.remove(root)]);
      assert.deepEqual(results.filter(({ ok }) => !ok), []);
      assert.deepEqual(here.all(), []);
    });
  });

  it('P2 knows the path to a chat', async () => {
    const chats = await open(store);
    const root = must(await chats.create(project)).id;
    const below = await child(root);
    const deep = await child(below);
    while (chats.chat(deep) === undefined) await new Promise((resolve) => chats.onDidChange(resolve));
    assert.deepEqual(chats.path(deep).map(({ id }) => id), [root, below, deep]);
  });
});
