import type { AgentProgram } from '../agent';
import { folderNotes } from './folderNotes';
import { executable, forkCommand, launchCommand, resumeCommand, resumeIn, unwantedEnv } from './launch';
import { claudeHolding, claudeRoots } from './locate';

export const claudeCodeProgram: AgentProgram = {
  id: 'claude-code',
  executable,
  capabilities: { canFork: true, recordsUsage: true, presetsSessionId: true, canRename: true },
  features: {},
  roots: claudeRoots,
  holding: claudeHolding,
  launch: launchCommand,
  resume: resumeCommand,
  resumeIn,
  fork: forkCommand,
  unwantedEnv,
  folderNotes,
};
