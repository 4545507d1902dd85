import type { AgentProgram } from '../agent';
import { executable, fork, launch, resume, unwantedEnv } from './commands';
import { holding, roots } from './locate';

export const opencodeProgram: AgentProgram = {
  id: 'opencode',
  executable,
  capabilities: { canFork: true, recordsUsage: true, presetsSessionId: false, canRename: true },
  features: {},
  roots,
  holding,
  launch,
  resume,
  fork,
  unwantedEnv,
};
