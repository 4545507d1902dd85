import assert from 'node:assert/strict';
import { Drafts } from '../../../src/chats/drafts';
import { draftLimit } from '../../../src/shared/chatContract';
import type { ChatId } from '../../../src/core/ids';

describe('P8 Drafts', () => {
  const one: ChatId = 'LOCALIX-1';
  let saved: [ChatId, string][] = [];
  let works = true;
  let drafts: Drafts;
  beforeEach(() => {
    saved = [];
    works = true;
    drafts = new Drafts({
      read: (chat) => Promise.resolve(saved.findLast(([of]) => of === chat)?.[1] ?? ''),
      save: (chat, text) => Promise.resolve(works && saved.push([chat, text]) > 0),
    });
  });
  afterEach(() => drafts.dispose());

  it('are saved once the typing rests, and only the last text', async () => {
    for (const text of ['H', 'He', 'Hello']) drafts.set(one, text);
    assert.deepEqual([saved, await drafts.get(one)], [[], 'Hello']);
    while (saved.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(saved, [[one, 'Hello']]);
  });

  it('are saved at once when the page goes', async () => {
    drafts.set(one, 'a');
    drafts.set('LOCALIX-2', 'b');
    await drafts.flush();
    assert.deepEqual(saved, [[one, 'a'], ['LOCALIX-2', 'b']]);
    await drafts.flush();
    assert.equal(saved.length, 2);
  });

  it('that are too long live as long as the window, and what was saved before stays', async () => {
    drafts.set(one, 'short');
    await drafts.flush();
    drafts.set(one, 'x'.repeat(draftLimit + 1));
    await drafts.flush();
    assert.deepEqual([saved, (await drafts.get(one)).length], [[[one, 'short']], draftLimit + 1]);
    drafts.set(one, 'y'.repeat(draftLimit));
    await drafts.flush();
    assert.equal(saved.length, 2);
  });

  it('that could not be saved are not forgotten', async () => {
    works = false;
    drafts.set(one, 'kept');
    await drafts.flush();
    assert.equal(await drafts.get(one), 'kept');
  });

  it('are read from where another window may have gone on with them', async () => {
    drafts.set(one, 'mine');
    await drafts.flush();
    saved.push([one, 'theirs']);
    assert.equal(await drafts.get(one), 'theirs');
  });
});
