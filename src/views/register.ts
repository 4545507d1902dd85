import { Owned, type Disposable } from '../core/owned';
import { registerChatCommands } from './chatCommands';
import { registerChatLinks } from './chatLinks';
import { registerChatMarks } from './chatMarks';
import { registerChatPages } from './chatPages';
import { registerChatsTree } from './chatsTree';
import { registerCodexHelper } from './codexHelper';
import { registerExportSession } from './exportSession';
import { registerExternalTree } from './externalTree';
import { registerHistoryHelp } from './historyHelp';
import { registerLostSessions } from './lostSessions';
import { registerNewSessions } from './newSessionCommands';
import { registerNotShown } from './notShown';
import { registerOpenDemo } from './openDemo';
import { registerOpenSettings } from './openSettings';
import { registerProjectCommands } from './projectCommands';
import { registerProjectMoves } from './projectMoves';
import { registerProjectSwitcher } from './projectSwitcher';
import { registerResume } from './resumeCommands';
import type { Services } from './services';
import { registerSessionActions } from './sessionActions';
import { registerShowLog } from './showLog';
import { registerTabs } from './tabs';
import { registerTranscriptPages } from './transcriptPages';
import { registerUsagePage } from './usagePage';
import { registerUsageStatus } from './usageStatus';

/**
 * Pages before the trees: VS Code brings back the tabs of the window before anything else. Chats before transcripts: a
 * transcript that gives way to its chat's page closes when that is there.
 */
const views: readonly ((services: Services) => Disposable)[] = [
  registerTabs,
  registerChatPages,
  registerTranscriptPages,
  registerChatsTree,
  registerChatCommands,
  registerChatLinks,
  registerChatMarks,
  registerProjectSwitcher,
  registerProjectCommands,
  registerProjectMoves,
  registerExternalTree,
  registerSessionActions,
  registerExportSession,
  registerResume,
  registerNewSessions,
  registerLostSessions,
  registerNotShown,
  registerUsagePage,
  registerUsageStatus,
  registerHistoryHelp,
  registerCodexHelper,
  registerOpenSettings,
  registerShowLog,
  registerOpenDemo,
];

/** Starts every view. One that fails to start is logged, and the others are there. */
export function registerViews(services: Services): Disposable {
  const own = new Owned();
  for (const register of views) {
    try {
      own.add(register(services));
    } catch (error) {
      services.log.error(`starting ${register.name}`, error);
    }
  }
  return own;
}
