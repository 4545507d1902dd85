import type { Agent } from '../agent';
import { launch, resume, unwantedEnv } from './commands';
import { countRequests } from './count';
import { find } from './find';
import { roots } from './homes';
import { read } from './read';
import { transcript } from './transcript';

/** Hermes of Nous Research (`hermes-agent`), releases 0.10 to 0.21. */
export const hermes: Agent = {
  id: 'hermes',
  executable: 'hermes',
  capabilities: { canFork: false, recordsUsage: true, presetsSessionId: false, canRename: true },
  features: {},
  roots,
  find,
  read,
  count: countRequests,
  transcript,
  launch,
  resume,
  unwantedEnv,
};
