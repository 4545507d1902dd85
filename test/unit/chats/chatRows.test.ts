import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ChatArrangement, chatGroupings, chatOrder, chatSortings, sectionsOf } from '../../../src/chats/arrangeChats';
import { keptTitle, shownTitle } from '../../../src/chats/chatTitle';
import type { ChatNode } from '../../../src/chats/chatTree';
import { treeOf } from '../../../src/chats/chatTree';
import { isOpen, withFold } from '../../../src/chats/folds';
import { shownChildren } from '../../../src/chats/shownChildren';
import { chatNumber, parseChatId } from '../../../src/core/ids';
import { anyChats, chat, linkedTo } from './sampleChats';

const numbers = (nodes: readonly ChatNode[]): string => nodes.map((node) => chatNumber(node.chat.id)).join(' ');
const leaves = (count: number): readonly ChatNode[] => Array.from({ length: count }, (_, at) => ({ chat: chat(at + 1), children: [] }));
const none: ReadonlySet<never> = new Set();

describe('P4 The children that are shown', () => {
  it('are five at first, and all when asked for', () => {
    assert.deepEqual([numbers(shownChildren(leaves(7), 5, false, none).shown), shownChildren(leaves(7), 5, false, none).footer], ['1 2 3 4 5', 'all']);
    assert.deepEqual([numbers(shownChildren(leaves(7), 5, true, none).shown), shownChildren(leaves(7), 5, true, none).footer], ['1 2 3 4 5 6 7', 'less']);
  });

  it('are all, without a way to more or less, where there are five', () => {
    for (const wantsAll of [true, false]) assert.deepEqual(shownChildren(leaves(5), 5, wantsAll, none), { shown: leaves(5), footer: null });
  });

  it('include the one that leads to the open chat', () => {
    const { shown, footer } = shownChildren(leaves(8), 5, false, new Set(['LOCALIX-7']));
    assert.deepEqual([numbers(shown), footer], ['1 2 3 4 5 7', 'all']);
    assert.equal(shownChildren(leaves(6), 5, false, new Set(['LOCALIX-6'])).footer, null);
  });
});

describe('P4 Folds', () => {
  it('go by the open chat until the person chooses', () => {
    const path = new Set(['LOCALIX-1'] as const);
    assert.equal(isOpen('LOCALIX-1', new Map(), path), true);
    assert.equal(isOpen('LOCALIX-2', new Map(), path), false);
    assert.equal(isOpen('LOCALIX-1', withFold(new Map(), 'LOCALIX-1', false), path), false);
    assert.equal(isOpen('LOCALIX-2', withFold(new Map(), 'LOCALIX-2', true), path), true);
  });

  it('are bounded, the oldest forgotten first', () => {
    let folds = withFold(new Map(), 'LOCALIX-1', true);
    for (let number = 2; number <= 500; number++) folds = withFold(folds, `LOCALIX-${number}`, true);
    folds = withFold(withFold(folds, 'LOCALIX-1', false), 'LOCALIX-501', true);
    assert.deepEqual([folds.size, folds.get('LOCALIX-1'), folds.get('LOCALIX-2')], [500, false, undefined]);
  });
});

describe('P4 X9 The order of chats', () => {
  const at = (day: number): number => new Date(2026, 10, day, 9).getTime();
  const now = new Date(2026, 10, 30, 12);
  const chats = [
    chat(1, { title: 'Step 10', createdAt: at(28), activeAt: at(30), link: linkedTo('codex') }),
    chat(2, { title: 'step 2', createdAt: at(29), activeAt: at(29) }),
    chat(3, { title: '', createdAt: at(27), activeAt: at(27), link: linkedTo('claude-code') }),
    chat(4, { title: 'Zeta', createdAt: at(1), activeAt: at(2), isPinned: true }),
    chat(5, { title: 'Away', createdAt: at(3), activeAt: at(4), archivedAt: at(5), isPinned: true }),
  ];
  const shown = (arrangement: ChatArrangement): readonly string[] =>
    sectionsOf(treeOf(chats, chatOrder(arrangement.sort)), arrangement, now).map(({ by, key, nodes }) => `${by} ${key}: ${numbers(nodes)}`);

  it('is by activity, by creation or by title, with the pinned and the archived apart', () => {
    assert.deepEqual(shown({ sort: 'activity', group: 'none' }), ['pinned : 4', 'none : 1 2 3', 'archived : 5']);
    assert.deepEqual(shown({ sort: 'created', group: 'none' }), ['pinned : 4', 'none : 2 1 3', 'archived : 5']);
    assert.deepEqual(shown({ sort: 'title', group: 'none' }), ['pinned : 4', 'none : 2 1 3', 'archived : 5']);
  });

  it('has groups by day and by agent', () => {
    assert.deepEqual(shown({ sort: 'activity', group: 'day' }), ['pinned : 4', 'day 2026-11-30: 1', 'day 2026-11-29: 2', 'day 2026-11-27: 3', 'archived : 5']);
    assert.deepEqual(shown({ sort: 'created', group: 'day' }), ['pinned : 4', 'day 2026-11-29: 2', 'day 2026-11-28: 1', 'day 2026-11-27: 3', 'archived : 5']);
    assert.deepEqual(shown({ sort: 'activity', group: 'agent' }), ['pinned : 4', 'agent : 2', 'agent claude-code: 3', 'agent codex: 1', 'archived : 5']);
  });

  it('has every root chat in one section, in the order asked for', () => {
    fc.assert(
      fc.property(anyChats, fc.constantFrom(...chatSortings), fc.constantFrom(...chatGroupings), (any, sort, group) => {
        const roots = treeOf(any, chatOrder(sort));
        const sections = sectionsOf(roots, { sort, group }, now);
        assert.deepEqual(sections.flatMap(({ nodes }) => nodes.map((node) => node.chat.id)).sort(), roots.map((node) => node.chat.id).sort());
        for (const { nodes } of sections) {
          assert.ok(nodes.length > 0);
          assert.deepEqual(nodes.map((node) => node.chat), nodes.map((node) => node.chat).sort(chatOrder(sort)));
        }
        assert.equal(new Set(sections.map(({ by, key }) => `${by} ${key}`)).size, sections.length);
      }),
    );
  });
});

describe('P6 Titles', () => {
  it('are kept on one line and bounded', () => {
    assert.equal(keptTitle('  Two\n lines '), 'Two lines');
    assert.equal(keptTitle('x'.repeat(300)).length, 200);
  });

  it('may be missing', () => assert.equal(shownTitle({ title: null }), ''));

  it('show one fork suffix, the last', () => {
    assert.equal(shownTitle({ title: 'Greeting (fork 12) (fork 42)' }), 'Greeting (fork 42)');
    assert.equal(shownTitle({ title: 'Greeting (fork 42)' }), 'Greeting (fork 42)');
    assert.equal(shownTitle({ title: 'About (fork 1) of it' }), 'About (fork 1) of it');
  });
});

describe('Ids of chats', () => {
  it('are numbers from 1', () => {
    assert.equal(parseChatId('LOCALIX-12'), 'LOCALIX-12');
    for (const bad of ['LOCALIX-0', 'LOCALIX-01', 'LOCALIX-', 'localix-1', 'LOCALIX-1 ', 'PRJ-1', '', null, 7]) assert.equal(parseChatId(bad), undefined);
  });
});
