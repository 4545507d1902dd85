import assert from 'node:assert/strict';
import type { ChatId } from '../../../src/core/ids';
import type { Store } from '../../../src/store/store';
import { must, refusal, StoreFolders } from './storeFolder';

describe('P8 drafts in the store', () => {
  const folders = new StoreFolders();
  let store: Store;
  const draft = async (chat: ChatId): Promise<string | undefined> => must(await store.read('draft', { chat }))?.text;
  beforeEach(async () => {
    store = folders.open(folders.make());
    must(await store.write('ensureProject', { folder: null, name: 'Default', now: 1 }));
    must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
  });
  afterEach(() => folders.endAll());

  it('are kept, replaced, and gone when they are empty', async () => {
    must(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'one\u0000 \u{1F600}', now: 1 }));
    assert.equal(await draft('LOCALIX-1'), 'one\u0000 \u{1F600}');
    must(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'two', now: 2 }));
    assert.deepEqual(must(await store.read('draft', { chat: 'LOCALIX-1' })), { chat: 'LOCALIX-1', text: 'two', savedAt: 2 });
    must(await store.write('setDraft', { chat: 'LOCALIX-1', text: '', now: 3 }));
    assert.equal(await draft('LOCALIX-1'), undefined);
  });

  it('have at most 32,000 characters and a chat', async () => {
    must(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'x'.repeat(32_000), now: 1 }));
    assert.deepEqual(refusal(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'x'.repeat(32_001), now: 2 })), ['draft_too_long', '32001']);
    assert.equal((await draft('LOCALIX-1'))?.length, 32_000);
    assert.deepEqual(refusal(await store.write('setDraft', { chat: 'LOCALIX-2', text: 'x', now: 1 })), ['chat_missing', 'LOCALIX-2']);
  });

  it('are the 50 saved last', async () => {
    const chats = Array.from({ length: 51 }, (_, index): ChatId => `LOCALIX-${index + 1}`);
    for (const chat of chats.slice(1)) {
      must(await store.write('createChat', { project: 'PRJ-1', now: 1 }));
      must(await store.write('setDraft', { chat, text: chat, now: Number(chat.slice(8)) }));
    }
    must(await store.write('setDraft', { chat: 'LOCALIX-1', text: 'late', now: 100 }));
    const kept = await Promise.all(chats.map(draft));
    assert.deepEqual(kept.map((text, index) => (text === undefined ? chats[index] : [])).flat(), ['LOCALIX-2']);
    assert.equal(kept[0], 'late');
  });

  it('P2 the last place of a scope is kept', async () => {
    must(await store.write('setPlace', { scope: 'PRJ-1', value: 'LOCALIX-1' }));
    must(await store.write('setPlace', { scope: 'PRJ-1', value: 'LOCALIX-2' }));
    assert.equal(must(await store.read('place', { scope: 'PRJ-1' })), 'LOCALIX-2');
    assert.equal(must(await store.read('place', { scope: 'PRJ-2' })), undefined);
  });
});
