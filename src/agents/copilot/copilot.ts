import type { Agent } from '../agent';
import { countRequests } from './count';
import { findSessions } from './find';
import { executable, launchCommand, resumeCommand, unwantedEnv } from './launch';
import { copilotRoots } from './locate';
import { readRow } from './row';
import { readTranscript } from './transcript';

/** GitHub Copilot CLI, from 1.0.22 on; older layouts can be read but are no rows. */
export const copilot: Agent = {
  id: 'copilot',
  executable,
  // `/fork` is a command inside the program only.
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: true, canRename: true },
  features: {},
  roots: copilotRoots,
  find: findSessions,
  read: readRow,
  count: countRequests,
  transcript: readTranscript,
  launch: launchCommand,
  resume: resumeCommand,
  unwantedEnv,
};
