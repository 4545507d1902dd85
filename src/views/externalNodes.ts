import { env, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from 'vscode';
import type { SessionGroup } from '../external/arrange';
import type { Listing } from '../external/externalSessions';
import type { HostSessions } from '../external/hostSessions';
import type { Session } from '../external/session';
import { agentNames } from '../shared/agentId';
import { agentIcon } from '../workbench/agentIcons';
import { dayLabel } from './dayLabel';
import { dayName } from './dayName';
import type { OpenFolder } from './folders';
import { sessionCount } from './words';

export interface FolderNode {
  readonly kind: 'folder';
  readonly folder: OpenFolder;
  readonly listing: Listing;
  /** Sessions that are not in the listing because they have a chat. */
  readonly asChats: readonly Session[];
  /** What the filter leaves of the listing. */
  readonly matching: readonly Session[];
  /** The same, arranged. */
  readonly groups: readonly SessionGroup[];
}

/** A host beside the open folders. Its `folder` is its name, under which its order is kept. */
export interface HostNode {
  readonly kind: 'host';
  readonly host: HostSessions;
  readonly folder: OpenFolder;
  readonly listing: Listing;
  readonly matching: readonly Session[];
  readonly groups: readonly SessionGroup[];
}

/** A line below a host that is no session. */
export interface NoteNode {
  readonly kind: 'note';
  readonly host: HostSessions;
  readonly of: 'failure' | 'asking' | 'empty' | 'left';
  readonly text: string;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly folder: OpenFolder;
  readonly group: SessionGroup;
}

export interface RowNode {
  readonly kind: 'row';
  readonly folder: string;
  readonly session: Session;
}

export interface MoreNode {
  readonly kind: 'more';
  /** The `nodeId` under which there is more. */
  readonly parent: string;
  readonly count: number;
}

export type ExternalNode = FolderNode | HostNode | NoteNode | GroupNode | RowNode | MoreNode;

/** Stays the same for the same thing: what is collapsed stays so. A session of a folder inside another open folder has a row in both. */
export function nodeId(node: ExternalNode): string {
  switch (node.kind) {
    case 'folder':
      return `folder\n${node.folder.path}`;
    case 'host':
      return `host\n${node.folder.path}`;
    case 'note':
      return `note\n${node.host.host.destination}\n${node.of}`;
    case 'group':
      return `group\n${node.folder.path}\n${node.group.by}\n${node.group.key}`;
    case 'row':
      return `row\n${node.folder}\n${node.session.key}`;
    case 'more':
      return `more\n${node.parent}`;
  }
}

export function folderItem(node: FolderNode): TreeItem {
  const { folder, matching } = node;
  const item = parentItem(node, folder.name, sessionCount(matching.length));
  item.iconPath = ThemeIcon.Folder;
  item.contextValue = 'folder';
  item.tooltip = folder.path;
  return item;
}

export function groupItem(node: GroupNode, extension: Uri, now: Date): TreeItem {
  const { group } = node;
  const label = groupLabel(node, now);
  const item = parentItem(node, label, String(group.sessions.length));
  item.iconPath = group.by === 'agent' ? agentIcon(extension, group.agent) : new ThemeIcon(group.by === 'day' ? 'calendar' : 'folder');
  item.accessibilityInformation = { label: `${label}, ${sessionCount(group.sessions.length)}` };
  return item;
}

export function groupLabel({ group, folder }: GroupNode, now: Date): string {
  switch (group.by) {
    case 'none':
      return '';
    case 'agent':
      return agentNames[group.agent];
    case 'folder':
      // A path from the root of a host.
      if (isOnHost(folder)) return `/${group.relative}`;
      return group.relative === '' ? folder.name : group.relative;
    case 'day':
      return dayLabel(dayName(group.day, now, env.language));
  }
}

/** What stands for the folder of a host, in which its sessions are arranged. */
export function folderOfHost({ host }: HostSessions): OpenFolder {
  return { name: host.destination, path: `ssh://${host.destination}` };
}

function isOnHost({ path }: OpenFolder): boolean {
  return path.startsWith('ssh://');
}

export function moreItem(node: MoreNode): TreeItem {
  const item = new TreeItem(l10n.t('Show More ({0})', node.count));
  item.id = nodeId(node);
  item.command = { command: 'localix.showMore', title: '', arguments: [node] };
  return item;
}

function parentItem(node: FolderNode | GroupNode, label: string, description: string): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.id = nodeId(node);
  item.description = description;
  return item;
}
