import * as path from 'node:path';
import type { Agent } from '../agent';
import { countRequests } from './count';
import { configRoot, findSessions } from './find';
import { folderNotes } from './folderNotes';
import { executable, forkCommand, launchCommand, resumeCommand, unwantedEnv } from './launch';
import { readEnds } from './readEnds';
import { readFull } from './readFull';
import { readTranscript } from './transcript';

export const claudeCode: Agent = {
  id: 'claude-code',
  executable,
  capabilities: { canFork: true, recordsUsage: true, presetsSessionId: true, canRename: true },
  features: {},
  roots: (place) => [
    { path: path.join(configRoot(place), 'projects'), kind: 'folder', depth: 1, shown: true },
    { path: path.join(configRoot(place), 'sessions'), kind: 'folder', depth: 0, shown: false },
  ],
  find: findSessions,
  read: async (found, depth, context) => (depth === 'ends' ? readEnds(found, context) : readFull(found, context)),
  count: countRequests,
  transcript: readTranscript,
  launch: launchCommand,
  resume: resumeCommand,
  fork: forkCommand,
  unwantedEnv,
  folderNotes,
};
