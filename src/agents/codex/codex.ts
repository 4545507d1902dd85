import type { Agent } from '../agent';
import { countRequests } from './count';
import { findThreads } from './find';
import { codexProgram } from './program';
import { readThread } from './read';
import { threadsIn } from './running';
import { threadTranscript } from './transcript';

/** OpenAI's Codex CLI. */
export const codex: Agent = {
  ...codexProgram,
  find: findThreads,
  read: readThread,
  count: countRequests,
  transcript: threadTranscript,
  openIn: threadsIn,
};
