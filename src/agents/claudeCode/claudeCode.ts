import type { Agent } from '../agent';
import { countRequests } from './count';
import { findSessions } from './find';
import { sessionsIn } from './live';
import { claudeCodeProgram } from './program';
import { readEnds } from './readEnds';
import { readFull } from './readFull';
import { readTranscript } from './transcript';

export const claudeCode: Agent = {
  ...claudeCodeProgram,
  find: findSessions,
  read: async (found, depth, context) => (depth === 'ends' ? readEnds(found, context) : readFull(found, context)),
  count: countRequests,
  transcript: readTranscript,
  openIn: sessionsIn,
};
