import type { FolderIdentity } from './seeFolder';

/** `PRJ-1` and so on; never given twice. */
export type ProjectId = `PRJ-${number}`;

/** A named scope of chats, bound to a folder. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  /** As the person opened it; for Default the folder in which its chats have theirs. */
  readonly folder: string;
  /** The folder as it is compared. */
  readonly key: string;
  /** Which folder it was when last seen; `null` when that was never known. */
  readonly identity: FolderIdentity | null;
  readonly hidden: boolean;
}
