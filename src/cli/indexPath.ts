import { createHash } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Place } from '../agents/agent';
import { agents } from '../agents/registry';

/** The file beside the index that keeps what was counted. */
export function countsPath(index: string): string {
  return index.replace(/index-(\w+)\.sqlite$/, 'usage-$1.sqlite');
}

/**
 * The file that keeps what was read of `place`, in the user's cache folder. Its name stands for where the agents'
 * histories lie, so that another home, or a moved one, has a file of its own.
 */
export function indexPath(place: Place, env: Place['env'], platform = process.platform, home = os.homedir()): string {
  if (place.mirror !== undefined) return path.join(place.mirror.folder, 'localix-index.sqlite');
  const roots = agents.flatMap((agent) => agent.roots(place).map((root) => path.resolve(root.path)));
  const name = createHash('sha256').update(JSON.stringify([path.resolve(place.home), roots])).digest('hex').slice(0, 16);
  return path.join(cacheFolder(env, platform, home), `index-${name}.sqlite`);
}

/** Where the person's system keeps what can be made again, in a folder of ours. */
export function cacheFolder(env: Place['env'], platform: NodeJS.Platform = process.platform, home = os.homedir()): string {
  if (platform === 'win32') return path.join(env['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'localix', 'Cache');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'localix');
  // A relative path is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest.
  const set = env['XDG_CACHE_HOME'] ?? '';
  return path.join(path.isAbsolute(set) ? set : path.join(home, '.cache'), 'localix');
}
