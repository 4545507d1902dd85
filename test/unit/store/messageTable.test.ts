import assert from 'node:assert/strict';
import type { ChatId } from '../../../src/core/ids';
import type { NewMessage } from '../../../src/store/messageTable';
import type { Message } from '../../../src/store/rows';
import type { Store } from '../../../src/store/store';
import { localWindow, must, refusal, StoreFolders } from './storeFolder';

describe('messages in the store', () => {
  const folders = new StoreFolders();
  let folder = '';
  let store: Store;
  beforeEach(async () => {
    folder = folders.make();
    store = folders.open(folder);
    must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
    for (let count = 0; count < 2; count++) must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
  });
  afterEach(() => folders.endAll());
  const add = async (chat: ChatId, text: string, more: Partial<NewMessage> = {}): Promise<Message> => must(await store.write('addMessage', { chat, role: 'user', text, now: 10, ...more }));
  const texts = async (chat: ChatId, limit = 100, before?: number): Promise<string[]> => must(await store.read('messages', { chat, limit, ...(before !== undefined && { before }) })).map(({ text }) => text);

  it('are read in the order in which they were written, the last ones first asked for, each behind the one before it', async () => {
    const first = await add('LOCALIX-1', 'one', { now: 30 });
    await add('LOCALIX-2', 'elsewhere');
    const second = await add('LOCALIX-1', 'two', { role: 'agent', author: 'Localix', payload: '{"tool":1}', now: 20 });
    const third = await add('LOCALIX-1', 'three');
    assert.deepEqual(second, { id: 3, chat: 'LOCALIX-1', parent: first.id, role: 'agent', author: 'Localix', text: 'two', createdAt: 20, payload: '{"tool":1}', payloadBlob: null });
    assert.deepEqual([first.parent, third.parent], [null, second.id]);
    assert.deepEqual(await texts('LOCALIX-1'), ['one', 'two', 'three']);
    assert.deepEqual([await texts('LOCALIX-1', 2), await texts('LOCALIX-1', 2, second.id), await texts('LOCALIX-1', 2, first.id)], [['two', 'three'], ['one'], []]);
    assert.equal(must(await store.read('chat', { id: 'LOCALIX-1' }))?.activeAt, 30, 'never set back');
  });

  it('are told to every window by their chat', async () => {
    const there = folders.open(folder);
    await there.read('projects', undefined);
    const heard = new Promise<unknown>((resolve) => there.onDidChange(resolve));
    await add('LOCALIX-2', 'hello');
    assert.deepEqual(await heard, [{ kind: 'message', id: 'LOCALIX-2' }, { kind: 'chat', id: 'LOCALIX-2' }]);
  });

  it('go with their chat, are found by their words until then, and no number is given again', async () => {
    await add('LOCALIX-1', 'Where is the Überlauf handled?');
    const { id } = await add('LOCALIX-2', 'In the overflow');
    const window = await localWindow(folder);
    const found = (words: string): unknown[] => {
      must(window.replica.catchUp());
      return window.replica.state?.database.all('SELECT docid FROM message_text WHERE message_text MATCH ?', [words]).map(({ docid }) => docid) ?? [];
    };
    assert.deepEqual([found('uberlauf'), found('overflow')], [[1], [2]]);
    must(await store.write('deleteChat', { id: 'LOCALIX-2' }));
    assert.deepEqual([await texts('LOCALIX-2'), found('overflow')], [[], []]);
    assert.ok((await add('LOCALIX-1', 'next')).id > id);
    assert.deepEqual(refusal(await store.write('addMessage', { chat: 'LOCALIX-2', role: 'user', text: 'late', now: 1 })), ['chat_missing', 'LOCALIX-2']);
    window.replica.forget();
  });
});
