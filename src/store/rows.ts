import type { ChatId, ProjectId } from '../core/ids';

/** Tells a folder from every other one, also from one that was made under its name later. `projects` alone makes and compares it. */
export type FolderIdentity = string;

export interface ProjectFolder {
  readonly path: string;
  /** As `platform/folders` gives it: the same for every way to write the path. Never shown, never opened. */
  readonly comparable: string;
  /** As of when the folder was last seen; `null` while it never was. */
  readonly identity: FolderIdentity | null;
}

export type FormerFolder = Pick<ProjectFolder, 'path' | 'comparable'>;

/** All times are milliseconds since 1970. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  /** `null` in Default alone. */
  readonly folder: ProjectFolder | null;
  /** Folders that were the project's before it moved. */
  readonly formerFolders: readonly FormerFolder[];
  readonly isHidden: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a child chat was made as. */
export type ChildKind = 'fork' | 'worker' | 'thread';

/** The agent of a chat, and which of its conversations: `null` until it is found out. */
export interface ChatLink {
  readonly agent: string;
  readonly nativeId: string | null;
  readonly linkedAt: number;
  /** When `nativeId` was found. */
  readonly nativeAt: number | null;
}

/** How the terminal of a chat ended last. */
export type TerminalEnd = 'stopped' | 'exited' | 'failed';

export interface Chat {
  readonly id: ChatId;
  readonly project: ProjectId;
  readonly parent: ChatId | null;
  /** The top of its tree: itself, when it has no parent. */
  readonly root: ChatId;
  readonly kind: 'root' | ChildKind;
  /** `null` until there is one. */
  readonly title: string | null;
  readonly isTitledByPerson: boolean;
  readonly createdAt: number;
  readonly activeAt: number;
  readonly isPinned: boolean;
  readonly archivedAt: number | null;
  readonly isUnread: boolean;
  readonly link: ChatLink | null;
  /** `null`: its project's folder, or its root's own in Default. */
  readonly cwd: string | null;
  readonly terminalEnd: TerminalEnd | null;
}

/** From 1, through all chats; a later message has a higher one. */
export type MessageId = number;

export type MessageRole = 'user' | 'agent' | 'notice';

export interface Message {
  readonly id: MessageId;
  readonly chat: ChatId;
  /** The one before it in its branch; `null` in the first. */
  readonly parent: MessageId | null;
  readonly role: MessageRole;
  readonly author: string | null;
  readonly text: string;
  readonly createdAt: number;
  /** In the caller's own format. Of a long one only the hash is here, by which `Store.blob` gives it. */
  readonly payload: string | null;
  readonly payloadBlob: string | null;
}

export interface Draft {
  readonly chat: ChatId;
  readonly text: string;
  readonly savedAt: number;
}
