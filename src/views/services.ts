import type { LogOutputChannel, Memento, Uri } from 'vscode';
import type { ExternalSessions } from '../external/externalSessions';
import type { Installations } from '../external/installations';
import type { Worktrees } from '../external/worktrees';
import type { NewSessions } from '../terminals/newSessions';
import type { Resume } from '../terminals/resume';

/** What the views show and pass wishes to. Built in `app.ts`. */
export interface Services {
  readonly extension: Uri;
  readonly external: ExternalSessions;
  readonly installations: Installations;
  readonly worktrees: Worktrees;
  readonly resume: Resume;
  readonly newSessions: NewSessions;
  /** Remembered on this device, not synced. */
  readonly memory: Memento;
  readonly log: LogOutputChannel;
  /** Makes the sample histories and answers the folder to open. */
  readonly makeDemo: () => Promise<Uri>;
}
