import type { Agent } from '../agent';
import { countRequests } from './count';
import { findSessions } from './find';
import { geminiProgram } from './program';
import { readRow } from './row';
import { readTranscript } from './transcript';

/** Gemini CLI, its three layouts since 0.20: `.json` below a hash, `.json` below a project name, `.jsonl`. */
export const gemini: Agent = {
  ...geminiProgram,
  find: findSessions,
  read: readRow,
  count: countRequests,
  transcript: readTranscript,
};
