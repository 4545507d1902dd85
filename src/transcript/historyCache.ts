import type { HistoryCursor, HistoryEntry } from '../shared/history';
import { estimatedSize } from './sizeEstimate';

/** What a session's entries depend on. */
export interface HistoryStamp {
  /** Equal as long as nothing changed. */
  readonly signature: string;
  /** Tells a replaced file from a grown one. */
  readonly identity: string;
  readonly size: number;
  /** Of the file, in milliseconds since 1970. */
  readonly mtime: number;
  /** When the session was begun, if that is recorded. In milliseconds since 1970. */
  readonly created: number | null;
}

export interface HistoryRevision {
  readonly cursor: HistoryCursor;
  /** The window, without the texts of tools. */
  readonly entries: readonly HistoryEntry[];
}

interface Kept {
  readonly stamp: HistoryStamp;
  readonly epoch: string;
  /** The file's time when the epoch began: what has no time keeps its own while the file grows. */
  readonly began: number;
  /** At most `limits.revisions`, the newest last. */
  readonly revisions: readonly HistoryRevision[];
  readonly bytes: number;
}

export interface CacheLimits {
  readonly sessions: number;
  readonly revisions: number;
  /** Of all sessions together. */
  readonly bytes: number;
}

const defaultLimits: CacheLimits = { sessions: 16, revisions: 4, bytes: 32 << 20 };

/** The last revisions of sessions' histories, those least recently asked for dropped first. */
export class HistoryCache {
  private readonly kept = new Map<string, Kept>();

  /** `newEpoch` answers a name that was never used before. */
  constructor(private readonly newEpoch: () => string, private readonly limits: CacheLimits = defaultLimits) {}

  /**
   * The revisions that are known once the session is as `stamp` says, the newest last. Where something changed, `project` answers the
   * entries, with times after `base` for what has none. A new epoch begins when nothing is known, and when the file is another or became shorter.
   */
  revisions(key: string, stamp: HistoryStamp, project: (base: number) => readonly HistoryEntry[]): readonly HistoryRevision[] {
    const known = this.kept.get(key);
    if (known?.stamp.signature === stamp.signature) {
      this.put(key, known);
      return known.revisions;
    }
    const goesOn = known !== undefined && known.stamp.identity === stamp.identity && known.stamp.size <= stamp.size;
    const { epoch, began, revisions: earlier } = goesOn ? known : { epoch: this.newEpoch(), began: stamp.mtime, revisions: [] };
    const cursor = { epoch, revision: (earlier.at(-1)?.cursor.revision ?? 0) + 1 };
    const revisions = [...earlier, { cursor, entries: project(stamp.created ?? began) }].slice(-this.limits.revisions);
    this.put(key, { stamp, epoch, began, revisions, bytes: estimatedSize(revisions, this.limits.bytes) });
    return revisions;
  }

  /** What follows is a new epoch. */
  drop(key: string): void {
    this.kept.delete(key);
  }

  /** A cursor for what is not there. */
  freshCursor(): HistoryCursor {
    return { epoch: this.newEpoch(), revision: 1 };
  }

  private put(key: string, kept: Kept): void {
    this.kept.delete(key);
    if (kept.bytes > this.limits.bytes) return;
    this.kept.set(key, kept);
    let bytes = [...this.kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, each] of this.kept) {
      if (this.kept.size <= this.limits.sessions && bytes <= this.limits.bytes) break;
      this.kept.delete(oldest);
      bytes -= each.bytes;
    }
  }
}
