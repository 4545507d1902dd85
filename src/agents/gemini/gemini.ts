import type { Agent } from '../agent';
import { countRequests } from './count';
import { findSessions } from './find';
import { launchCommand, resumeCommand, executable } from './launch';
import { geminiRoots } from './locate';
import { readRow } from './row';
import { readTranscript } from './transcript';

/** Gemini CLI, its three layouts since 0.20: `.json` below a hash, `.json` below a project name, `.jsonl`. */
export const gemini: Agent = {
  id: 'gemini',
  executable,
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: true, canRename: false },
  // Never asked: in some versions every start deletes sessions that it takes for expired or broken.
  features: {},
  roots: geminiRoots,
  find: findSessions,
  read: readRow,
  count: countRequests,
  transcript: readTranscript,
  launch: launchCommand,
  resume: resumeCommand,
  // No variable turns recording off; the one that moves the home is the person's own.
  unwantedEnv: {},
};
