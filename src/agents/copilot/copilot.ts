import type { Agent } from '../agent';
import { countRequests } from './count';
import { findSessions } from './find';
import { copilotProgram } from './program';
import { pictureRecords } from './pictureRecords';
import { readRow } from './row';
import { sessionsIn } from './running';
import { inlineSubagent } from './subagents';
import { readTranscript } from './transcript';

/** GitHub Copilot CLI, from 1.0.22 on; older layouts can be read but are no rows. */
export const copilot: Agent = {
  ...copilotProgram,
  find: findSessions,
  read: readRow,
  count: countRequests,
  transcript: readTranscript,
  inlineSubagent,
  pictureRecords: (event, _, files) => pictureRecords(event, files),
  openIn: sessionsIn,
};
