import type { AgentProgram } from '../agent';
import { executable, launchCommand, resumeCommand, resumeIn, unwantedEnv } from './launch';
import { copilotHolding, copilotRoots } from './locate';

export const copilotProgram: AgentProgram = {
  id: 'copilot',
  executable,
  // `/fork` is a command inside the program only.
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: true, canRename: true },
  features: {},
  roots: copilotRoots,
  holding: copilotHolding,
  launch: launchCommand,
  resume: resumeCommand,
  resumeIn,
  unwantedEnv,
};
