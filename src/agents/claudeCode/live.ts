import * as path from 'node:path';
import { asNumber, asString, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { RunningProcess } from '../../platform/processes';
import { isRunning } from '../../platform/processStart';
import type { Place } from '../agent';
import { configRoot } from './locate';

/** `<pid>.json`; a `<pid>.<hash>.key` beside it is a secret and stays unread. */
const processFile = /^\d+\.json$/;

/**
 * The ids of the sessions that a running process has open, from `sessions/<pid>.json` below `root`. A process that was killed
 * leaves its file behind, so its number and start must fit a living process.
 */
export async function runningSessions(root: string, files: Files): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const entry of await entriesOf(files, path.join(root, 'sessions'))) {
    if (!processFile.test(entry)) continue;
    const id = await openSession(files, path.join(root, 'sessions', entry));
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/** Their own files follow `/clear` and `/branch` to the session that is open now. */
export async function sessionsIn(processes: readonly RunningProcess[], place: Place, files: Files): Promise<readonly string[]> {
  for (const { pid } of processes) {
    const id = await openSession(files, path.join(configRoot(place), 'sessions', `${pid}.json`));
    if (id !== undefined) return [id];
  }
  return [];
}

async function entriesOf(files: Files, folder: string): Promise<string[]> {
  try {
    return (await files.entries(folder)).map((entry) => entry.name);
  } catch {
    return [];
  }
}

async function openSession(files: Files, file: string): Promise<string | undefined> {
  try {
    const json = parseObject((await files.small(file, 64 << 10)).toString('utf8'));
    const pid = asNumber(json?.['pid']);
    if (json === undefined || pid === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
    return isRunning(pid, asString(json['procStart'])) ? asString(json['sessionId']) : undefined;
  } catch {
    return undefined;
  }
}
