import type { Files } from '../../platform/files';
import type { Agent, Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { countRequests } from './count';
import { findInDatabase } from './databaseFind';
import { findInFiles } from './legacyFind';
import { dataFolder, databases } from './locate';
import { pictureRecords } from './pictureRecords';
import { opencodeProgram } from './program';
import { read } from './row';
import { transcript } from './transcript';

/** opencode 0.1 to 1.18, and 2.0 as far as it has been reported: SQLite databases, and JSON files before version 1.2. */
export const opencode: Agent = {
  ...opencodeProgram,
  find,
  read,
  count: countRequests,
  transcript,
  pictureRecords,
};

async function find(place: Place, files: Files): Promise<Finding> {
  const sessions = new Map<string, FoundSession>();
  const skipped: Skipped[] = [];
  for (const file of await existingDatabases(place, files, skipped)) {
    const inDatabase = findInDatabase(files, file);
    skipped.push(...inDatabase.skipped);
    for (const found of inDatabase.sessions) {
      const other = sessions.get(found.id);
      if (other === undefined) sessions.set(found.id, found);
      else skipped.push({ path: file, id: found.id, reason: 'duplicate', detail: other.files[0] ?? '' });
    }
  }
  const inFiles = await findInFiles(place, files, new Set(sessions.keys()));
  return { sessions: [...sessions.values(), ...inFiles.sessions], skipped: [...skipped, ...inFiles.skipped] };
}

async function existingDatabases(place: Place, files: Files, skipped: Skipped[]): Promise<string[]> {
  try {
    return await databases(place, files);
  } catch (error) {
    skipped.push(skippedBy(error, dataFolder(place)));
    return [];
  }
}
