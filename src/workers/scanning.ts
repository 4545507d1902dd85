import * as path from 'node:path';
import type { Agent, Depth, EarlierReading, FoundSession, Place, SessionRecord, Skipped } from '../agents/agent';
import { skippedBy } from '../agents/skip';
import { eachLimited } from '../core/async';
import { addStats, Files, type ReadStats } from '../platform/files';
import { comparable } from '../platform/folders';

export interface ScanOptions {
  readonly depth: Depth;
  /** Signatures by id of what the caller has read already at this depth: such sessions are not read again. */
  readonly known: Readonly<Record<string, string>>;
  /** What earlier readings by the ends told, as far as it is at hand: of a session that has only grown less need be read. */
  readonly earlier?: ReadonlyMap<string, EarlierReading> | undefined;
  /** What an earlier scan found: it is not looked for again. */
  readonly found?: readonly FoundSession[];
  /** With more changed sessions than this none of them is read: that is work for several threads. */
  readonly most?: number;
  /** Which of how many equal shares of the changed sessions to read; all of them by default. */
  readonly share?: { readonly index: number; readonly of: number };
  readonly signal?: AbortSignal;
  /** Called as sessions have been read, for progress. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Scan {
  readonly found: readonly FoundSession[];
  /** Records of the sessions that were read: new or changed ones. */
  readonly records: readonly SessionRecord[];
  readonly skipped: readonly Skipped[];
  /** Changed sessions that were left, because they were too many. */
  readonly left: number;
  /** Recorded folder to its comparable form, for every folder of `records`. */
  readonly folders: Readonly<Record<string, string>>;
  readonly stats: ReadStats;
}

/** Enough to keep the disk and the thread busy, few enough that the pieces held in memory stay small. */
const width: Record<Depth, number> = { ends: 16, full: 2 };

/** Finds an agent's sessions and reads those that `options.known` does not cover. Bad files become `skipped`. */
export async function scan(agent: Agent, place: Place, options: ScanOptions): Promise<Scan> {
  const files = new Files(place.guard);
  try {
    return await scanWith(files, agent, place, options);
  } finally {
    files.dispose();
  }
}

async function scanWith(files: Files, agent: Agent, place: Place, options: ScanOptions): Promise<Scan> {
  const finding = options.found === undefined ? await agent.find(place, files) : { sessions: options.found, skipped: [] };
  const sessions = new Map(finding.sessions.map((found) => [found.id, found]));
  const { index, of } = options.share ?? { index: 0, of: 1 };
  const allChanged = finding.sessions.filter((found) => options.known[found.id] !== found.signature);
  const isTooMuch = allChanged.length > (options.most ?? Infinity);
  const changed = isTooMuch ? [] : allChanged.filter((_, place) => place % of === index);
  const records: SessionRecord[] = [];
  const skipped = index === 0 ? [...finding.skipped] : [];
  const context = { place, files, sessions, ...(options.signal && { signal: options.signal }) };
  let done = 0;
  await eachLimited(changed, width[options.depth], async (found) => {
    options.signal?.throwIfAborted();
    try {
      const record = await agent.read(found, options.depth, { ...context, earlier: options.earlier?.get(found.id) });
      // Its texts are parts of the records that were read, and would hold these in memory.
      records.push(options.depth === 'full' ? structuredClone(record) : record);
    } catch (error) {
      options.signal?.throwIfAborted();
      skipped.push(skippedBy(error, found.files[0] ?? '', found.id));
    }
    options.onProgress?.(++done, changed.length);
  });
  return {
    // Every share found the same.
    found: index === 0 ? finding.sessions : [],
    records,
    skipped,
    left: isTooMuch ? allChanged.length : 0,
    folders: place.mirror === undefined ? await comparableFolders(records) : {},
    stats: files.stats,
  };
}

async function comparableFolders(records: readonly SessionRecord[]): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  // A relative one would be resolved against the folder that this process happens to be in.
  const distinct = new Set(records.flatMap(({ folder }) => (folder !== null && path.isAbsolute(folder) ? folder : [])));
  await eachLimited([...distinct], 16, async (folder) => {
    folders[folder] = await comparable(folder);
  });
  return folders;
}

/** One scan: the first, which found everything, with what several threads read of what it left. */
export function joinScans(first: Scan, others: readonly Scan[]): Scan {
  return others.reduce<Scan>(
    (sum, share) => ({
      found: sum.found,
      records: [...sum.records, ...share.records],
      skipped: [...sum.skipped, ...share.skipped],
      left: share.left,
      folders: { ...sum.folders, ...share.folders },
      stats: addStats(sum.stats, share.stats),
    }),
    first,
  );
}
