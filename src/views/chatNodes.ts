import { env, l10n, MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import type { ChatSection } from '../chats/arrangeChats';
import { agentOfChat, nativeOf } from '../chats/chat';
import { shownTitle } from '../chats/chatTitle';
import type { ChatNode } from '../chats/chatTree';
import type { ChatId } from '../core/ids';
import { agentNames, type SessionKey } from '../shared/agentId';
import type { Chat, ChildKind } from '../store/rows';
import { agentIcon } from '../workbench/agentIcons';
import { dayLabel } from './dayLabel';
import { dayName } from './dayName';
import { byRow } from './focusedRow';
import { relativeTime } from './relativeTime';
import { chatCount, newSessionTitle } from './words';

export interface SectionNode {
  readonly kind: 'section';
  readonly section: ChatSection;
}

export interface ChatRowNode {
  readonly kind: 'chat';
  readonly id: ChatId;
  /** Whether a search opens the paths: the row is then another than the one whose folds the person knows. */
  readonly searching: boolean;
  /** Present where the chat stands for a native session: what works on a session works on this row. */
  readonly session?: { readonly key: SessionKey };
}

export interface FooterNode {
  readonly kind: 'all' | 'less';
  /** The `chatNodeId` under which there is more. */
  readonly parent: string;
  readonly count: number;
}

/** Tells something of the project, or offers something to do about it. */
export interface NoticeNode {
  readonly kind: 'notice';
  readonly item: TreeItem;
}

export type ChatTreeNode = NoticeNode | SectionNode | ChatRowNode | FooterNode;

/** Where a chat stands in the list of this moment. */
export interface Placed {
  readonly node: ChatNode;
  readonly row: ChatRowNode;
  readonly parent: ChatTreeNode | undefined;
}

/** Every chat of the list, by its id. */
export function placesOf(sections: readonly ChatSection[], searching: boolean): ReadonlyMap<ChatId, Placed> {
  const places = new Map<ChatId, Placed>();
  const place = (nodes: readonly ChatNode[], parent: ChatTreeNode | undefined): void => {
    for (const node of nodes) {
      const key = nativeOf(node.chat);
      const row: ChatRowNode = { kind: 'chat', id: node.chat.id, searching, ...(key && { session: { key } }) };
      places.set(row.id, { node, row, parent });
      place(node.children, row);
    }
  };
  for (const section of sections) place(section.nodes, section.by === 'none' ? undefined : { kind: 'section', section });
  return places;
}

/** Stays the same for the same thing. VS Code keeps what is folded by it. */
export function chatNodeId(node: ChatTreeNode): string {
  switch (node.kind) {
    case 'notice':
      return `notice\n${node.item.id}`;
    case 'section':
      return `section\n${node.section.by}\n${node.section.key}`;
    case 'chat':
      return `${node.searching ? 'found' : 'chat'}\n${node.id}`;
    case 'all':
    case 'less':
      return `${node.kind}\n${node.parent}`;
  }
}

/** A name also for a chat without a title. */
export function chatTitle(chat: Pick<Chat, 'title' | 'link'>): string {
  const agent = agentOfChat(chat);
  return shownTitle(chat) || (agent === null ? l10n.t('New chat') : newSessionTitle(agentNames[agent]));
}

/** A chat as a row shows it. */
export interface ChatFace {
  readonly title: string;
  readonly description: string;
  readonly spoken: string;
  readonly context: string;
  readonly isWorking: boolean;
}

export interface ChatFacts {
  readonly at: number;
  readonly isWorking: boolean;
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  /** Direct children. */
  readonly children: number;
}

export function chatFace(chat: Chat, { at, isWorking, isRunning, isOpen, children }: ChatFacts, now: Date): ChatFace {
  const title = chatTitle(chat);
  const agent = agentOfChat(chat);
  const time = relativeTime(new Date(at).toISOString(), now, env.language);
  const folded = children > 0 && !isOpen ? `(${children})` : '';
  const spoken = [
    title,
    chat.kind === 'root' ? '' : kindWords[chat.kind](),
    agent === null ? '' : agentNames[agent],
    isWorking ? l10n.t('working') : isRunning ? l10n.t('running') : '',
    chat.isUnread ? l10n.t('unread') : '',
    chat.isPinned ? l10n.t('pinned') : '',
    chat.archivedAt === null ? '' : l10n.t('archived'),
    children > 0 ? chatCount(children) : '',
    time,
  ];
  return {
    title,
    description: [folded, isRunning && !isWorking ? l10n.t('● running') : '', time].filter((part) => part !== '').join(' · '),
    spoken: spoken.filter((part) => part !== '').join(', '),
    context: contextOf(chat),
    isWorking,
  };
}

/** The menus of the manifest go by it: `chat.isPinned.unread.linked.codex`. */
function contextOf({ isPinned, archivedAt, isUnread, link }: Chat): string {
  const linked = link === null ? [] : [link.nativeId === null ? 'pending' : 'linked', link.agent];
  return ['chat', ...(isPinned ? ['pinned'] : []), ...(archivedAt === null ? [] : ['archived']), ...(isUnread ? ['unread'] : []), ...linked].join('.');
}

const kindWords: Readonly<Record<ChildKind, () => string>> = {
  fork: () => l10n.t('fork'),
  worker: () => l10n.t('worker'),
  thread: () => l10n.t('thread'),
};

const kindIcons: Readonly<Record<ChildKind, string>> = { fork: 'repo-forked', worker: 'server-process', thread: 'comment-discussion' };

export function chatItem({ node: { chat, children }, row }: Placed, face: ChatFace, isOpen: boolean, extension: Uri): TreeItem {
  const folded = children.length === 0 ? TreeItemCollapsibleState.None : isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  const item = new TreeItem(face.title, folded);
  item.id = chatNodeId(row);
  item.resourceUri = chatUri(chat.id);
  item.description = face.description;
  item.contextValue = face.context;
  item.tooltip = tooltipOf(chat);
  item.accessibilityInformation = { label: face.spoken };
  item.command = { command: 'localix.openChat', title: l10n.t('Open Chat'), arguments: [row, byRow] };
  item.iconPath = iconOf(chat, face, extension);
  return item;
}

/** The title whole, and what else is known. */
function tooltipOf(chat: Chat): MarkdownString {
  const agent = agentOfChat(chat);
  const facts: readonly (readonly [string, string | null])[] = [
    [l10n.t('Agent'), agent === null ? null : agentNames[agent]],
    [l10n.t('Created'), wholeTime(chat.createdAt)],
    [l10n.t('Last active'), wholeTime(chat.activeAt)],
    [l10n.t('Archived'), chat.archivedAt === null ? null : wholeTime(chat.archivedAt)],
    [l10n.t('Chat'), chat.id],
  ];
  const tooltip = new MarkdownString('**').appendText(chatTitle(chat)).appendMarkdown('**\n\n');
  for (const [name, value] of facts) {
    if (value !== null) tooltip.appendText(`${name}: ${value}`).appendMarkdown('  \n');
  }
  return tooltip;
}

function wholeTime(at: number): string {
  return new Date(at).toLocaleString(env.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** An agent says more than where the chat comes from. */
function iconOf(chat: Chat, { isWorking }: ChatFace, extension: Uri): NonNullable<TreeItem['iconPath']> {
  if (isWorking) return new ThemeIcon('loading~spin');
  const agent = agentOfChat(chat);
  if (agent !== null) return agentIcon(extension, agent);
  return new ThemeIcon(chat.kind === 'root' ? 'comment' : kindIcons[chat.kind]);
}

/** By it VS Code asks for the row's mark. */
export function chatUri(id: ChatId): Uri {
  return Uri.from({ scheme: 'localix-chat', path: `/${id}` });
}

export function sectionItem(node: SectionNode, extension: Uri, now: Date): TreeItem {
  const { section } = node;
  const label = sectionLabel(section, now);
  const item = new TreeItem(label, section.by === 'archived' ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded);
  item.id = chatNodeId(node);
  item.description = String(section.nodes.length);
  item.accessibilityInformation = { label: `${label}, ${chatCount(section.nodes.length)}` };
  item.iconPath = section.by === 'agent' && section.agent !== null ? agentIcon(extension, section.agent) : new ThemeIcon(sectionIcons[section.by]);
  return item;
}

const sectionIcons: Readonly<Record<ChatSection['by'], string>> = { pinned: 'pinned', none: 'comment', day: 'calendar', agent: 'comment', archived: 'archive' };

export function sectionLabel(section: ChatSection, now: Date): string {
  switch (section.by) {
    case 'none':
      return '';
    case 'pinned':
      return l10n.t('Pinned');
    case 'archived':
      return l10n.t('Archived');
    case 'agent':
      return section.agent === null ? l10n.t('No agent') : agentNames[section.agent];
    case 'day':
      return dayLabel(dayName(section.day, now, env.language));
  }
}

export function footerItem(node: FooterNode): TreeItem {
  const item = new TreeItem(node.kind === 'all' ? l10n.t('Show All ({0})', node.count) : l10n.t('Show Less'));
  item.id = chatNodeId(node);
  item.command = { command: 'localix.showAllChats', title: '', arguments: [node] };
  return item;
}
