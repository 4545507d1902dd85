import type { Agent } from '../agent';
import { countRequests } from './count';
import { find } from './find';
import { pictureRecords } from './pictureRecords';
import { hermesProgram } from './program';
import { read } from './read';
import { transcript } from './transcript';

/** Hermes of Nous Research (`hermes-agent`), releases 0.10 to 0.21. */
export const hermes: Agent = {
  ...hermesProgram,
  find,
  read,
  count: countRequests,
  transcript,
  pictureRecords,
};
