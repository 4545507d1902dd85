import type { Agent } from '../agent';
import { countRequests } from './count';
import { findThreads } from './find';
import { codexExecutable, codexFeatures, forkCodex, launchCodex, resumeCodex } from './launch';
import { codexRoots } from './locate';
import { readThread } from './read';
import { threadTranscript } from './transcript';

/** OpenAI's Codex CLI. */
export const codex: Agent = {
  id: 'codex',
  executable: codexExecutable,
  capabilities: { canFork: true, recordsUsage: true, presetsSessionId: false, canRename: true },
  features: codexFeatures,
  roots: codexRoots,
  find: findThreads,
  read: readThread,
  count: countRequests,
  transcript: threadTranscript,
  launch: launchCodex,
  resume: resumeCodex,
  fork: forkCodex,
  unwantedEnv: {
    CODEX_THREAD_ID: 'set inside the commands of a running Codex; names that thread, not the one to start',
    CODEX_SESSION_ID: 'set inside the commands of a running Codex; names that session, not the one to start',
    CODEX_VERSION: 'set inside the commands of a running Codex; names the version of that one',
  },
};
