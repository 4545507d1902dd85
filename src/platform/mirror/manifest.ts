import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { temporaryFor } from '../temporaryName';
import type { Range } from './ranges';

/** What of a file of the host is copied. */
export interface CopiedFile {
  /** In bytes, when it was last looked at. */
  readonly size: number;
  /** When it was written last, in nanoseconds as near as a number comes. */
  readonly written: number;
  /** What tells a replaced file from a grown one, on the host. */
  readonly identity: string;
  /** The number of the copy's file here. */
  readonly inode: string;
  /** The bytes that are copied. */
  readonly have: readonly Range[];
  /** How many bytes from the beginning were right before it changed: they are asked about before they count again. */
  readonly prefix: number;
  /** When bytes of it were last copied, in Unix milliseconds. */
  readonly usedAt: number;
  /** A database is copied as it is at one moment, and `size` is that of its copy. */
  readonly isDatabase?: true;
}

/** What is known of a host. It can be thrown away at any time. */
export interface Manifest {
  readonly version: typeof version;
  /** The home folder on the host. */
  readonly home: string;
  /** Where each holding lies on the host, and when it was last looked at in Unix milliseconds, by its folder. */
  readonly holdings: Readonly<Record<string, { readonly root: string; readonly checkedAt: number }>>;
  /** Another one once a file came, went or changed, whoever noticed it; '' where there was none yet. */
  readonly revision: string;
  /** Files that were found and left out: too many, too large, or with names that can't be names here. */
  readonly left: number;
  /** By path below the home, with `/`. */
  readonly files: Readonly<Record<string, CopiedFile>>;
}

const version = 2;
export const noManifest: Manifest = { version, home: '', holdings: {}, revision: '', left: 0, files: {} };

/** What stands for a state of the host's files; no two are the same. */
export function freshRevision(): string {
  return randomBytes(8).toString('hex');
}

/** The manifest of one copy, read again when another thread or process has changed it. */
export class ManifestFile {
  private readonly file: string;
  private known = noManifest;
  private stamp = '';

  constructor(folder: string) {
    this.file = path.join(folder, 'manifest.json');
  }

  read(): Manifest {
    const stamp = this.stampNow();
    if (stamp === this.stamp) return this.known;
    this.stamp = stamp;
    try {
      const manifest = JSON.parse(fs.readFileSync(this.file, 'utf8')) as Manifest;
      // Its version vouches for the inner shape.
      this.known = manifest.version === version ? manifest : noManifest;
    } catch {
      this.known = noManifest;
    }
    return this.known;
  }

  write(manifest: Manifest): void {
    const temporary = temporaryFor(this.file);
    try {
      fs.writeFileSync(temporary, JSON.stringify(manifest), { mode: 0o600 });
      fs.renameSync(temporary, this.file);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
    this.known = manifest;
    this.stamp = this.stampNow();
  }

  private stampNow(): string {
    const stat = fs.statSync(this.file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  }
}
