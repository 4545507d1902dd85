import type { AgentProgram } from '../agent';
import { atRisk, executable, launchCommand, resumeCommand } from './launch';
import { geminiHolding, geminiRoots } from './locate';

export const geminiProgram: AgentProgram = {
  id: 'gemini',
  executable,
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: true, canRename: false },
  // Never asked: in some versions every start deletes sessions that it takes for expired or broken.
  features: {},
  roots: geminiRoots,
  holding: geminiHolding,
  launch: launchCommand,
  resume: resumeCommand,
  atRisk,
  // No variable turns recording off; the one that moves the home is the person's own.
  unwantedEnv: {},
};
