import * as path from 'node:path';
import type { Files } from '../../platform/files';
import { resolved } from '../../platform/folders';
import { lockHolders, processArguments } from '../../platform/locks';
import type { RunningProcess } from '../../platform/processes';
import type { Place } from '../agent';
import { sessionsFolder } from './locate';

/**
 * Tells whether a process has a session open. `inuse.<pid>.lock` stays after a kill, and its process id may be another
 * program's by now (copilot-cli#3255): proof is the lock on `inuse.<pid>.hold`, or, in releases without that file, a
 * process of that id that is a Copilot. Without `/proc` no session counts as running.
 */
export class Running {
  private holders: Promise<ReadonlyMap<number, number>> | undefined;

  constructor(private readonly files: Files) {}

  /** `names` are those of the files in the session's folder. */
  async has(folder: string, names: readonly string[]): Promise<boolean> {
    for (const [pid, isHeld] of processesIn(names)) {
      if (isHeld ? await this.isLocked(path.join(folder, `inuse.${pid}.hold`)) : await this.isCopilot(pid)) return true;
    }
    return false;
  }

  private async isLocked(file: string): Promise<boolean> {
    this.holders ??= lockHolders(this.files);
    const holders = await this.holders;
    try {
      return holders.has(Number((await this.files.stat(file)).identity.split(':')[1]));
    } catch {
      return false;
    }
  }

  private async isCopilot(pid: number): Promise<boolean> {
    const argv = await processArguments(this.files, pid);
    return argv.slice(0, 3).some((argument) => /(?:^|[\\/])copilot(?:\.\w+)?$|[\\/]@github[\\/]copilot[\\/]/.test(argument));
  }
}

/** By the `inuse.<pid>.hold` files they have open. A session that was left with `/new` stays held: the newest file is the last. */
export async function sessionsIn(processes: readonly RunningProcess[], place: Place, files: Files): Promise<readonly string[] | null> {
  const folder = await resolved(sessionsFolder(place));
  for (const { openFiles } of processes) {
    if (openFiles === null) return null;
    const holds = openFiles.filter((file) => /^inuse\.\d+\.hold$/.test(path.basename(file)) && path.dirname(path.dirname(file)) === folder);
    const stamps = await Promise.all(holds.map((file) => files.stat(file)));
    const ids = stamps.sort((a, b) => a.mtimeMs - b.mtimeMs).map((stamp) => path.basename(path.dirname(stamp.path)));
    if (ids.length > 0) return ids;
  }
  return [];
}

/** The process ids in the names of lock files, each with whether it has a `.hold`. */
function processesIn(names: readonly string[]): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>();
  for (const name of names) {
    const [, pid, kind] = /^inuse\.(\d+)\.(lock|hold)$/.exec(name) ?? [];
    if (pid !== undefined) found.set(Number(pid), kind === 'hold' || found.get(Number(pid)) === true);
  }
  return found;
}
