import { chatNumber, type ChatId } from '../core/ids';
import type { Chat } from '../store/rows';

export interface ChatNode {
  readonly chat: Chat;
  readonly children: readonly ChatNode[];
}

/**
 * Puts each chat under its parent, every level in the order of `compare`. A chat whose parent is not among `chats` stands
 * at the top. A parent's number is always the lower one; another is not followed, so damaged rows make no circle.
 */
export function treeOf(chats: readonly Chat[], compare: (a: Chat, b: Chat) => number): readonly ChatNode[] {
  const known = new Set(chats.map(({ id }) => id));
  const parentOf = ({ id, parent }: Chat): ChatId | null =>
    parent !== null && known.has(parent) && chatNumber(parent) < chatNumber(id) ? parent : null;
  const below = Map.groupBy([...chats].sort(compare), parentOf);
  const nodes = (parent: ChatId | null): readonly ChatNode[] => (below.get(parent) ?? []).map((chat) => ({ chat, children: nodes(chat.id) }));
  return nodes(null);
}

/** The path from the top down to `id`, which is its last; empty when there is no such chat. */
export function pathTo(id: ChatId, chatOf: (id: ChatId) => Chat | undefined): readonly Chat[] {
  const path: Chat[] = [];
  for (let chat = chatOf(id); chat !== undefined; chat = chat.parent === null || chatNumber(chat.parent) >= chatNumber(chat.id) ? undefined : chatOf(chat.parent)) {
    path.unshift(chat);
  }
  return path;
}

/** `id` and all below it, children before their parents. */
export function childrenFirst(id: ChatId, chats: readonly Chat[]): readonly ChatId[] {
  const walk = ({ chat, children }: ChatNode): readonly ChatId[] => [...children.flatMap(walk), chat.id];
  const find = (nodes: readonly ChatNode[]): ChatNode | undefined => {
    for (const node of nodes) {
      const found = node.chat.id === id ? node : find(node.children);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = find(treeOf(chats, (a, b) => chatNumber(a.id) - chatNumber(b.id)));
  return found === undefined ? [] : walk(found);
}

/** What is left where only `matches` counts, with the paths that lead there. */
export function matchingTree(nodes: readonly ChatNode[], matches: (chat: Chat) => boolean): readonly ChatNode[] {
  return nodes.flatMap(({ chat, children }) => {
    const below = matchingTree(children, matches);
    return below.length > 0 || matches(chat) ? [{ chat, children: below }] : [];
  });
}

/** Without what is archived and all that stands under it. */
export function unarchivedTree(nodes: readonly ChatNode[]): readonly ChatNode[] {
  return nodes.filter(({ chat }) => chat.archivedAt === null).map(({ chat, children }) => ({ chat, children: unarchivedTree(children) }));
}
