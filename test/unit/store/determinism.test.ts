import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compact } from '../../../src/store/compaction';
import { type WriteName, writes } from '../../../src/store/operations';
import { StoreFiles } from '../../../src/store/storeFiles';
import type { Answer, Transaction } from '../../../src/store/transaction';
import { dump, dumpOf, replay } from './replay';
import { type LocalWindow, localWindow, StoreFolders } from './storeFolder';

type Step = (tx: Transaction) => Answer;

describe('the log', () => {
  const folders = new StoreFolders();
  afterEach(() => folders.endAll());

  const chat = fc.integer({ min: 1, max: 6 }).map((number) => `LOCALIX-${number}` as const);
  const project = fc.integer({ min: 1, max: 3 }).map((number) => `PRJ-${number}` as const);
  const now = fc.oneof(fc.nat(1000), fc.double({ min: 0, max: 2e12, noNaN: true }));
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const id = fc.constantFrom('a', 'b');
  const folder = fc.record({ path: text, comparable: id, identity: fc.option(id) });
  const params: Record<WriteName, fc.Arbitrary<unknown>> = {
    ensureProject: fc.record({ folder: fc.option(folder), name: text, now }),
    renameProject: fc.record({ id: project, name: text, now }),
    hideProject: fc.record({ id: project, now }),
    setProjectFolder: fc.record({ id: project, folder, now }),
    seeFolder: fc.record({ id: project, path: text, identity: id }),
    createChat: fc.record({ project, now, parent: chat, title: text }, { requiredKeys: ['project', 'now'] }),
    chatForNative: fc.record({ project, agent: id, nativeId: id, title: fc.option(text), cwd: fc.option(text), createdAt: now, activeAt: now, now }),
    renameChat: fc.record({ id: chat, title: fc.option(text), byPerson: fc.boolean() }),
    setPinned: fc.record({ id: chat, isPinned: fc.boolean() }),
    setArchived: fc.record({ id: chat, archivedAt: fc.option(now) }),
    setUnread: fc.record({ id: chat, isUnread: fc.boolean() }),
    setTerminalEnd: fc.record({ id: chat, end: fc.constantFrom('stopped', null) }),
    touchChat: fc.record({ id: chat, now }),
    linkChat: fc.record({ id: chat, agent: id, nativeId: fc.option(id), now, activeAt: now }, { requiredKeys: ['id', 'agent', 'nativeId', 'now'] }),
    setNativeId: fc.record({ id: chat, nativeId: id, now }),
    deleteChat: fc.record({ id: chat }),
    addMessage: fc.record({ chat, role: fc.constantFrom('user', 'agent'), text, payload: fc.oneof(text, fc.constant('long '.repeat(2000))), now }, { requiredKeys: ['chat', 'role', 'text', 'now'] }),
    setDraft: fc.record({ chat, text, now }),
    setPlace: fc.record({ scope: id, value: text }),
  };
  const operation = fc
    .constantFrom(...(Object.keys(params) as WriteName[]), 'createChat' as const)
    .chain((name) => params[name].map((value): Step => (tx) => (writes[name] as (tx: Transaction, params: unknown) => Answer)(tx, value)));
  const messages = ['INSERT OR REPLACE INTO message (id, chat, role, text, is_active, created_at) VALUES (?, 1, 2, ?, 1, 1)', 'UPDATE message SET id = id WHERE id = ? AND text <> ?'];
  const message = fc.tuple(fc.constantFrom(...messages), fc.nat(5), text).map(([sql, number, words]): Step => (tx) => {
    tx.run(sql, number, words);
    return { ok: true, value: null };
  });
  const bug = fc.constant<Step>((tx) => {
    tx.run('DELETE FROM chat');
    throw new Error('a bug');
  });
  const step = fc.oneof({ weight: 8, arbitrary: operation }, { weight: 2, arbitrary: message }, { weight: 1, arbitrary: bug });

  const dumpedIn = ({ replica }: LocalWindow): string => {
    assert.ok(replica.catchUp().ok);
    return dump((sql) => replica.state?.database.all(sql, []) ?? []);
  };

  it('gives the database in which it was written, in every window and in another SQLite, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(40), async (steps, at) => {
        const folder = folders.make();
        const [here, there] = [await localWindow(folder), await localWindow(folder)];
        await here.writer.write(() => ({ ok: true, value: null }));
        for (const [index, run] of steps.entries()) {
          await (index % 3 === 2 ? there : here).writer.write(run).catch((error: Error) => assert.equal(error.message, 'a bug'));
          if (index === at) {
            assert.equal(await compact(new StoreFiles(folder), () => (there.replica.catchUp().ok ? there.replica.state : undefined)), undefined);
          }
        }
        const late = await localWindow(folder);
        const expected = dumpedIn(here);
        assert.deepEqual([dumpedIn(there), dumpedIn(late), dumpOf(replay(folder))], [expected, expected, expected]);
        for (const { replica } of [here, there, late]) replica.forget();
        await folders.endAll();
      }),
      { numRuns: 40 },
    );
  });
});
