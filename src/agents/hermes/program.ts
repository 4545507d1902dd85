import type { AgentProgram } from '../agent';
import { launch, resume, resumeIn, unwantedEnv } from './commands';
import { holding, roots } from './homes';

export const hermesProgram: AgentProgram = {
  id: 'hermes',
  executable: 'hermes',
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: false, canRename: true },
  features: {},
  roots,
  holding,
  launch,
  resume,
  resumeIn,
  unwantedEnv,
};
