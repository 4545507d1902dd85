import { chatNumber } from '../core/ids';
import { dayAt, localDay } from '../core/time';
import { agentIds, type AgentId } from '../shared/agentId';
import type { Chat } from '../store/rows';
import { agentOfChat } from './chat';
import { shownTitle } from './chatTitle';
import type { ChatNode } from './chatTree';

export const chatSortings = ['activity', 'created', 'title'] as const;
export type ChatSorting = (typeof chatSortings)[number];

export const chatGroupings = ['none', 'day', 'agent'] as const;
export type ChatGrouping = (typeof chatGroupings)[number];

export interface ChatArrangement {
  readonly sort: ChatSorting;
  readonly group: ChatGrouping;
}

/** Root chats that stand together; never empty. `key` stays the same as long as it is the same section. */
export type ChatSection = { readonly key: string; readonly nodes: readonly ChatNode[] } & (
  | { readonly by: 'pinned' | 'none' | 'archived' }
  /** A calendar day of this machine, `2026-11-30`; empty where no time is known. */
  | { readonly by: 'day'; readonly day: string }
  /** `null`: linked to no agent. */
  | { readonly by: 'agent'; readonly agent: AgentId | null }
);

/** The time of a chat that matters when sorted so. */
export function sortedTimeOf(chat: Chat, sort: ChatSorting): number {
  return sort === 'created' ? chat.createdAt : chat.activeAt;
}

const names = new Intl.Collator(undefined, { numeric: true });

/** Pinned first on every level; the newest first, or by title. */
export function chatOrder(sort: ChatSorting): (a: Chat, b: Chat) => number {
  const byTime = (a: Chat, b: Chat): number => {
    const [x, y] = [sortedTimeOf(a, sort), sortedTimeOf(b, sort)];
    return y - x || chatNumber(b.id) - chatNumber(a.id);
  };
  const byTitle = (a: Chat, b: Chat): number => {
    const [x, y] = [shownTitle(a), shownTitle(b)];
    // Without a title, last.
    if ((x === '') !== (y === '')) return x === '' ? 1 : -1;
    return names.compare(x, y) || byTime(a, b);
  };
  const byChoice = sort === 'title' ? byTitle : byTime;
  return (a, b) => Number(b.isPinned) - Number(a.isPinned) || byChoice(a, b);
}

/** The pinned ones, the rest in its groups, and last what is archived. The order within stays. */
export function sectionsOf(roots: readonly ChatNode[], { sort, group }: ChatArrangement, now: Date): readonly ChatSection[] {
  const isArchived = ({ chat }: ChatNode): boolean => chat.archivedAt !== null;
  const isPinned = ({ chat }: ChatNode): boolean => chat.isPinned;
  const present = roots.filter((node) => !isArchived(node));
  return [
    ...section('pinned', present.filter(isPinned)),
    ...groupsOf(present.filter((node) => !isPinned(node)), { sort, group }, now),
    ...section('archived', roots.filter(isArchived)),
  ];
}

function groupsOf(nodes: readonly ChatNode[], { sort, group }: ChatArrangement, now: Date): readonly ChatSection[] {
  switch (group) {
    case 'none':
      return section('none', nodes);
    case 'day': {
      const today = localDay(now);
      const days = Map.groupBy(nodes, ({ chat }) => dayAt(sortedTimeOf(chat, sort), today));
      return [...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(([day, of]) => ({ by: 'day', key: day, day, nodes: of }));
    }
    case 'agent': {
      const byAgent = Map.groupBy(nodes, ({ chat }) => agentOfChat(chat));
      return [null, ...agentIds].flatMap((agent) => {
        const of = byAgent.get(agent);
        return of === undefined ? [] : [{ by: 'agent' as const, key: agent ?? '', agent, nodes: of }];
      });
    }
  }
}

function section(by: 'pinned' | 'none' | 'archived', nodes: readonly ChatNode[]): readonly ChatSection[] {
  return nodes.length === 0 ? [] : [{ by, key: '', nodes }];
}
