import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import * as path from 'node:path';
import { asString } from '../../core/json';
import type { Files, FileStamp } from '../../platform/files';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { parseRolloutName, type RolloutName } from './fileName';
import { codexHome, sessionsDepth } from './locate';
import { readNotes, type ThreadNote } from './names';
import { openThreads } from './running';

interface Rollout extends RolloutName {
  readonly stamp: FileStamp;
  readonly archived: boolean;
}

/** One finding per thread, out of the names of its files: no rollout is opened. */
export async function findThreads(place: Place, files: Files): Promise<Finding> {
  const home = codexHome(place);
  const walk = new Walk(files);
  await walk.folder(path.join(home, 'sessions'), sessionsDepth, false);
  await walk.folder(path.join(home, 'archived_sessions'), 0, true);
  const { notes, skipped } = await readNotes(home, files);
  const open = await openThreads(home, files);
  const sessions = [...byThread(walk.rollouts, walk.skipped)].map(([thread, rollouts]) =>
    foundThread(thread, rollouts, notes.get(thread), open.has(thread)),
  );
  return { sessions, skipped: [...walk.skipped, ...skipped] };
}

class Walk {
  readonly rollouts: Rollout[] = [];
  readonly skipped: Skipped[] = [];

  constructor(private readonly files: Files) {}

  async folder(folder: string, depth: number, archived: boolean): Promise<void> {
    let entries: Dirent[];
    try {
      entries = await this.files.entries(folder);
    } catch (error) {
      this.skipped.push(skippedBy(error, folder));
      return;
    }
    for (const entry of entries) {
      if (entry.isDirectory() && depth > 0 && parseRolloutName(entry.name) === undefined) {
        await this.folder(path.join(folder, entry.name), depth - 1, archived);
      }
    }
    // Together: the system answers several requests at once.
    await Promise.all(entries.map((entry) => this.entry(path.join(folder, entry.name), entry, depth, archived)));
  }

  private async entry(file: string, entry: Dirent, depth: number, archived: boolean): Promise<void> {
    const name = parseRolloutName(entry.name);
    const id = name?.thread ?? null;
    if (name === undefined) {
      if (entry.isDirectory() ? depth === 0 : !entry.name.startsWith('.')) {
        this.skipped.push({ path: file, id, reason: entry.isDirectory() ? 'is_directory' : 'name_is_no_session', detail: '' });
      }
      return;
    }
    try {
      const stamp = await this.files.stat(file);
      if (stamp.isDirectory) this.skipped.push({ path: file, id, reason: 'is_directory', detail: '' });
      else if (stamp.size === 0) this.skipped.push({ path: file, id, reason: 'empty_file', detail: '' });
      else this.rollouts.push({ ...name, stamp, archived });
    } catch (error) {
      this.skipped.push(skippedBy(error, file, id));
    }
  }
}

/** Segments of each thread, the current one first. Of several files with the same segment one counts, the rest are duplicates. */
function byThread(rollouts: readonly Rollout[], skipped: Skipped[]): Map<string, Rollout[]> {
  const threads = new Map<string, Rollout[]>();
  const seen = new Set<string>();
  for (const rollout of [...rollouts].sort(byWorth)) {
    if (seen.has(`${rollout.thread} ${rollout.segment}`)) {
      skipped.push({ path: rollout.stamp.path, id: rollout.thread, reason: 'duplicate', detail: '' });
      continue;
    }
    seen.add(`${rollout.thread} ${rollout.segment}`);
    const segments = threads.get(rollout.thread);
    if (segments === undefined) threads.set(rollout.thread, [rollout]);
    else segments.push(rollout);
  }
  // Ids of segments begin with the time of their making; the local time in a name jumps back once a year.
  for (const segments of threads.values()) segments.sort((a, b) => (a.segment < b.segment ? 1 : -1));
  return threads;
}

/** What lies in `sessions` before what is archived, plain before compressed, the newest name first. */
function byWorth(a: Rollout, b: Rollout): number {
  if (a.archived !== b.archived) return a.archived ? 1 : -1;
  if (a.compressed !== b.compressed) return a.compressed ? 1 : -1;
  return a.stamp.path < b.stamp.path ? 1 : -1;
}

/** What the walk knows of a thread, for reading it. */
export interface ThreadFacts extends ThreadNote {
  readonly archived: boolean;
  /** Of the current segment's file: a replaced one has another. */
  readonly identity: string;
  /** Time of the last write to the current segment, ISO 8601, UTC. Compressing keeps it. */
  readonly writtenAt: string;
}

/** The facts that `findThreads` put into `found`. */
export function factsOf({ facts }: FoundSession): ThreadFacts {
  return {
    name: asString(facts['name']) ?? null,
    renamed: facts['renamed'] === true,
    preview: asString(facts['preview']) ?? null,
    cwd: asString(facts['cwd']) ?? null,
    archived: facts['archived'] === true,
    identity: asString(facts['identity']) ?? '',
    writtenAt: asString(facts['writtenAt']) ?? '',
  };
}

const noNote: ThreadNote = { name: null, renamed: false, preview: null, cwd: null };

function foundThread(id: string, segments: readonly Rollout[], note: ThreadNote | undefined, running: boolean): FoundSession {
  const current = segments[0] as Rollout;
  const facts: ThreadFacts = {
    ...(note ?? noNote),
    archived: current.archived,
    identity: current.stamp.identity,
    writtenAt: new Date(current.stamp.mtimeMs).toISOString(),
  };
  const stamps = segments.map(({ stamp }) => [stamp.path, stamp.identity, stamp.size, stamp.mtimeMs]);
  const signature = createHash('sha1').update(JSON.stringify([stamps, facts, running])).digest('base64url');
  return { id, signature, files: segments.map(({ stamp }) => stamp.path), facts: { ...facts }, running };
}
