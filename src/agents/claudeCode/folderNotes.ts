import * as path from 'node:path';
import { asObject, parseObject } from '../../core/json';
import type { FolderNotes, Place } from '../agent';
import { configRoot } from './locate';

/** Longest name that is the path alone; longer ones end in a hash that is not known here. */
const nameLimit = 200;
/** A settings file of megabytes is no settings file any more, and would take long to parse. */
const settingsLimit = 4 << 20;

/** Claude Code 2.1 keeps its auto memory of a folder beside the folder's sessions, and its trust in the file of its settings. */
export const folderNotes: FolderNotes = {
  memory(folder, place) {
    const name = folder.replace(/[^A-Za-z0-9]/g, '-');
    return name.length > nameLimit ? null : path.join(configRoot(place), 'projects', name, 'memory');
  },

  async isTrusted(folder, place, files) {
    const settings = parseObject((await files.small(settingsFile(place), settingsLimit)).toString('utf8'));
    return asObject(asObject(settings?.['projects'])?.[folder])?.['hasTrustDialogAccepted'] === true;
  },
};

/** In the home folder itself, unless the variable moves everything. */
function settingsFile(place: Place): string {
  const isMoved = (place.env['CLAUDE_CONFIG_DIR'] ?? '') !== '';
  return path.join(isMoved ? configRoot(place) : place.home, '.claude.json');
}
