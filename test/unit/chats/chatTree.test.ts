import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chatOrder } from '../../../src/chats/arrangeChats';
import type { Chat } from '../../../src/store/rows';
import { type ChatNode, childrenFirst, matchingTree, pathTo, treeOf, unarchivedTree } from '../../../src/chats/chatTree';
import { chatNumber, type ChatId } from '../../../src/core/ids';
import { anyChats, chat } from './sampleChats';

const byNumber = (a: Chat, b: Chat): number => chatNumber(a.id) - chatNumber(b.id);
const all = (nodes: readonly ChatNode[]): readonly Chat[] => nodes.flatMap((node) => [node.chat, ...all(node.children)]);
const drawn = (nodes: readonly ChatNode[]): string => nodes.map(({ chat: { id }, children }) => chatNumber(id) + (children.length > 0 ? `(${drawn(children)})` : '')).join(' ');
const family = [
  chat(1),
  chat(2),
  chat(3, { parent: 'LOCALIX-1', kind: 'fork' }),
  chat(4, { parent: 'LOCALIX-3', kind: 'worker', title: 'Look for the leak' }),
  chat(5, { parent: 'LOCALIX-1', kind: 'thread' }),
];
const of = (id: ChatId): Chat | undefined => family.find((one) => one.id === id);

describe('P4 The tree of chats', () => {
  it('has children under their actual parents', () => {
    assert.equal(drawn(treeOf(family, byNumber)), '1(3(4) 5) 2');
  });

  it('shows at the top what stands under a chat that is gone', () => {
    assert.equal(drawn(treeOf(family.slice(2), byNumber)), '3(4) 5');
  });

  it('holds every chat once, each under its parent or at the top, whatever the rows say', () => {
    fc.assert(
      fc.property(anyChats, (chats) => {
        const tree = treeOf(chats, byNumber);
        assert.deepEqual(all(tree).map(({ id }) => id).sort(), chats.map(({ id }) => id).sort());
        const check = (nodes: readonly ChatNode[], parent: Chat | null): void => {
          assert.deepEqual(nodes.map((node) => node.chat), nodes.map((node) => node.chat).sort(byNumber));
          for (const node of nodes) {
            if (parent !== null) assert.equal(node.chat.parent, parent.id);
            check(node.children, node.chat);
          }
        };
        check(tree, null);
      }),
    );
  });

  it('takes a circle of parents apart', () => {
    const circle = [chat(1, { parent: 'LOCALIX-2' }), chat(2, { parent: 'LOCALIX-1' }), chat(3, { parent: 'LOCALIX-3' })];
    assert.equal(drawn(treeOf(circle, byNumber)), '1(2) 3');
    assert.deepEqual(pathTo('LOCALIX-2', (id) => circle.find((one) => one.id === id)).map(({ id }) => id), ['LOCALIX-1', 'LOCALIX-2']);
  });
});

describe('P2 The path to a chat', () => {
  it('goes from its root down to itself', () => {
    assert.deepEqual(pathTo('LOCALIX-4', of).map(({ id }) => id), ['LOCALIX-1', 'LOCALIX-3', 'LOCALIX-4']);
    assert.deepEqual(pathTo('LOCALIX-9', of), []);
  });

  it('is the way through the tree', () => {
    fc.assert(
      fc.property(anyChats, (chats) => {
        const walk = (nodes: readonly ChatNode[], above: readonly Chat[]): void => {
          for (const node of nodes) {
            const path = [...above, node.chat];
            assert.deepEqual(pathTo(node.chat.id, (id) => chats.find((one) => one.id === id)), path);
            walk(node.children, path);
          }
        };
        walk(treeOf(chats, byNumber), []);
      }),
    );
  });
});

describe('P14 What goes with a chat that is deleted', () => {
  it('is all below it, children first', () => {
    assert.deepEqual(childrenFirst('LOCALIX-1', family), ['LOCALIX-4', 'LOCALIX-3', 'LOCALIX-5', 'LOCALIX-1']);
    assert.deepEqual(childrenFirst('LOCALIX-2', family), ['LOCALIX-2']);
    assert.deepEqual(childrenFirst('LOCALIX-9', family), []);
  });

  it('never leaves a child without its parent, wherever it stops', () => {
    fc.assert(
      fc.property(anyChats, fc.nat(), fc.nat(), (chats, which, stop) => {
        if (chats.length === 0) return;
        const { id } = chats[which % chats.length] as Chat;
        const order = childrenFirst(id, chats);
        const gone = new Set(order.slice(0, stop % (order.length + 1)));
        const left = chats.filter((one) => !gone.has(one.id));
        const roots = (of: readonly Chat[]): number => treeOf(of, byNumber).length;
        assert.ok(roots(left) <= roots(chats));
      }),
    );
  });
});

describe('P4 P14 What is left of the tree', () => {
  it('when searching are the matches and the paths to them', () => {
    assert.equal(drawn(matchingTree(treeOf(family, byNumber), ({ title }) => title?.includes('leak') === true)), '1(3(4))');
  });

  it('when searching has no leaf that does not match, and every match', () => {
    fc.assert(
      fc.property(anyChats, (chats) => {
        const matches = ({ title }: Chat): boolean => title?.startsWith('b') === true;
        const tree = matchingTree(treeOf(chats, chatOrder('activity')), matches);
        const leaves = (nodes: readonly ChatNode[]): readonly Chat[] => nodes.flatMap((node) => (node.children.length === 0 ? [node.chat] : leaves(node.children)));
        assert.ok(leaves(tree).every(matches));
        assert.equal(all(tree).filter(matches).length, chats.filter(matches).length);
      }),
    );
  });

  it('leaves out what is archived, with what stands under it', () => {
    const archived = family.map((one) => (one.id === 'LOCALIX-3' ? { ...one, archivedAt: Date.UTC(2026, 10, 2) } : one));
    assert.equal(drawn(unarchivedTree(treeOf(archived, byNumber))), '1(5) 2');
  });
});
