import type { AgentProgram } from '../agent';
import { codexExecutable, codexFeatures, forkCodex, launchCodex, resumeCodex, resumeCodexIn } from './launch';
import { codexHolding, codexRoots } from './locate';

export const codexProgram: AgentProgram = {
  id: 'codex',
  executable: codexExecutable,
  capabilities: { canFork: true, recordsUsage: true, presetsSessionId: false, canRename: true },
  features: codexFeatures,
  roots: codexRoots,
  holding: codexHolding,
  launch: launchCodex,
  resume: resumeCodex,
  resumeIn: resumeCodexIn,
  fork: forkCodex,
  unwantedEnv: {
    CODEX_THREAD_ID: 'set inside the commands of a running Codex; names that thread, not the one to start',
    CODEX_SESSION_ID: 'set inside the commands of a running Codex; names that session, not the one to start',
    CODEX_VERSION: 'set inside the commands of a running Codex; names the version of that one',
  },
};
