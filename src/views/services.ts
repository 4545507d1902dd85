import type { LogOutputChannel, Memento, Uri } from 'vscode';
import type { Chats } from '../chats/chats';
import type { Drafts } from '../chats/drafts';
import type { ExternalSessions } from '../external/externalSessions';
import type { HostList } from '../external/hostList';
import type { SessionExports } from '../external/sessionExports';
import type { Installations } from '../external/installations';
import type { KeptSessions } from '../external/keptSessions';
import type { Worktrees } from '../external/worktrees';
import type { OpenProjects } from '../projects/openProjects';
import type { ProjectFolders } from '../projects/projectFolders';
import type { Projects } from '../projects/projects';
import type { ChatActivity } from '../terminals/chatActivity';
import type { ChatTerminals } from '../terminals/chatTerminals';
import type { HostResume } from '../terminals/hostResume';
import type { NewSessions } from '../terminals/newSessions';
import type { ResumeCommands } from '../terminals/resumeCommands';
import type { Resume } from '../terminals/resume';
import type { Screens } from '../terminals/screens';
import type { Terminals } from '../terminals/terminals';
import type { GitBranches } from '../workbench/gitBranches';
import type { ActiveSession } from './activeSession';
import type { OpenChats } from './openChats';
import type { UsageService } from '../usage/usageService';

/** What the views show and pass wishes to. Built in `app.ts`. */
export interface Services {
  readonly extension: Uri;
  readonly external: ExternalSessions;
  readonly hosts: HostList;
  readonly exports: SessionExports;
  readonly installations: Installations;
  readonly kept: KeptSessions;
  readonly worktrees: Worktrees;
  readonly usage: UsageService;
  readonly resume: Resume;
  readonly resumeCommands: ResumeCommands;
  readonly hostResume: HostResume;
  readonly chats: Chats;
  readonly drafts: Drafts;
  readonly chatTerminals: ChatTerminals;
  readonly activity: ChatActivity;
  readonly terminals: Terminals;
  readonly screens: Screens;
  readonly projects: Projects;
  readonly projectFolders: ProjectFolders;
  readonly openProjects: OpenProjects;
  readonly openChats: OpenChats;
  readonly activeSession: ActiveSession;
  readonly newSessions: NewSessions;
  readonly branches: GitBranches;
  /** Remembered on this device, not synced. */
  readonly memory: Memento;
  readonly log: LogOutputChannel;
  /** Makes the sample histories and answers the folder to open. */
  readonly makeDemo: () => Promise<Uri>;
}
