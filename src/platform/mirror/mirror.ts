import * as fs from 'node:fs';
import * as path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { JsonObject } from '../../core/json';
import { fail, ok, type Result } from '../../core/result';
import type { SshCode } from '../../core/sshCode';
import { type FileLock, takeLock } from '../fileLock';
import { askHost, type SshHost } from '../ssh';
import { removeAbandoned } from '../temporaryName';
import { CopiedHome } from './copiedHome';
import { Guard } from './guard';
import type { Holding } from './holding';
import { largestFile, Listed, type ListedFile } from './listed';
import { type CopiedFile, freshRevision, type Manifest, ManifestFile, noManifest } from './manifest';
import { joinRanges, lengthOf, type Range } from './ranges';
import { copyAnswer, listAnswer, type ReadAnswer, readAnswer } from './schema';
import { type Asked, inRequests, wantedOf } from './wanted';

/** A host, and the folder in which its copy lies. Plain data: it crosses threads. */
export interface MirrorPlace extends SshHost {
  readonly folder: string;
}

export interface RefreshOptions {
  /** Milliseconds: what was looked at since is not looked at again. */
  readonly maxAge: number;
  readonly signal?: AbortSignal | undefined;
}

export const mirrorLimits = {
  /** Files of a host. */
  files: 20_000,
  /** Bytes of one file that are copied, and of one database. */
  file: 256 << 20,
  /** Bytes of all that is copied of a host. */
  all: 1 << 30,
  /** Bytes and files of one request. */
  request: 8 << 20,
  items: 4_000,
} as const;

/** A database over this many bytes is not copied again before so many milliseconds have passed, unless it is asked for. */
const largeDatabase = { size: 16 << 20, pause: 600_000 };
/** Milliseconds to wait for another thread or window that asks the same host. */
const patience = 120_000;

/**
 * The copy of a host's histories: a folder like a home of the host, in which files have their true sizes and times, and as much of their
 * bytes as was wanted. It is made through `ssh`, by one process at a time, and may be thrown away at any time.
 */
export class Mirror {
  readonly home: CopiedHome;
  private readonly manifest: ManifestFile;
  /** The last one that was taken. */
  private lock: FileLock | undefined;

  constructor(
    private readonly place: MirrorPlace,
    private readonly limits: Readonly<Record<keyof typeof mirrorLimits, number>> = mirrorLimits,
  ) {
    this.home = new CopiedHome(place.folder);
    this.manifest = new ManifestFile(place.folder);
  }

  /** Before whatever reads the copy as it is now. */
  guard(): Guard {
    return new Guard(this.home.folder, this.manifest.read().files);
  }

  /** Files of the host that are left out. */
  get left(): number {
    return this.manifest.read().left;
  }

  /** `text` with paths of the copy as they are on the host. */
  asOnHost(text: string): string {
    const { home, holdings } = this.manifest.read();
    const known = Object.entries(holdings).map(([folder, { root }]) => [this.home.fileOf(folder), root] as const);
    return [...known, [this.home.folder, home] as const].filter(([, there]) => there !== '').reduce((named, [here, there]) => named.replaceAll(here, () => there), text);
  }

  /** Looks at the files of `holdings` on the host. Answers the revision: the same as long as nothing there was seen to be another. */
  refresh(holdings: readonly Holding[], { maxAge, signal }: RefreshOptions): Promise<Result<string, SshCode>> {
    const isFresh = ({ holdings: known }: Manifest): boolean =>
      holdings.every(({ folder }) => Math.abs(Date.now() - (known[folder]?.checkedAt ?? -Infinity)) <= maxAge);
    const revision = (): Result<string, SshCode> => ok(this.manifest.read().revision);
    if (isFresh(this.manifest.read())) return Promise.resolve(revision());
    return this.alone(signal, async (script) => {
      await removeAbandoned(this.place.folder);
      // Another window may have looked meanwhile.
      if (isFresh(this.manifest.read())) return revision();
      const asked = await askHost(this.place, script, { op: 'list', holdings: plain(holdings), limit: this.limits.files }, { signal });
      if (!asked.ok && asked.code !== 'missing_file') return asked;
      const answer = asked.ok ? listAnswer.safeParse(asked.value) : undefined;
      if (answer?.success === false) return fail('bad_answer', this.place.destination);
      // What the manifest does not know would stay for ever.
      if (this.manifest.read() === noManifest) this.home.clear();
      const listed = new Listed(this.home, this.manifest.read(), holdings, this.limits.files);
      const databases = listed.take(answer?.data);
      this.save(listed.manifest());
      for (const database of databases) {
        const known = this.manifest.read().files[database.key];
        const isSoon = known !== undefined && known.size > largeDatabase.size && Date.now() - known.usedAt < largeDatabase.pause;
        if (maxAge > 0 && isSoon) continue;
        const copied = await this.copyDatabase(script, holdings, database, signal);
        if (!copied.ok) return copied;
      }
      return revision();
    });
  }

  /** Copies what of the copied files is `missing`. */
  fetch(holdings: readonly Holding[], missing: ReadonlyMap<string, readonly Range[]>, signal?: AbortSignal): Promise<Result<null, SshCode>> {
    return this.alone(signal, async (script) => {
      this.mend([...missing.keys()]);
      const { files } = this.manifest.read();
      const asked = [...missing].flatMap(([key, ranges]) => {
        const file = files[key];
        return file === undefined ? [] : [{ key, ...wantedOf(file, ranges) }];
      });
      const large = asked.find(({ key }) => (files[key]?.size ?? 0) > this.limits.file && lengthOf(wantedOf(files[key] as CopiedFile, missing.get(key) ?? []).ranges) > this.limits.request);
      if (large !== undefined) return fail('too_large', this.asOnHost(this.home.fileOf(large.key)));
      if (asked.reduce((sum, { ranges }) => sum + lengthOf(ranges), 0) > this.limits.all) return fail('too_large', this.place.destination);
      this.makeRoom(asked);
      for (const request of inRequests(asked, this.limits.request, this.limits.items)) {
        const read = await this.read(script, holdings, request, signal);
        if (!read.ok) return read;
      }
      return ok(null);
    });
  }

  private async read(script: string, holdings: readonly Holding[], request: readonly Asked[], signal: AbortSignal | undefined): Promise<Result<null, SshCode>> {
    const { files } = this.manifest.read();
    const sent = request.flatMap((asked) => {
      const file = files[asked.key];
      const root = holdings.findIndex(({ folder }) => asked.key.startsWith(`${folder}/`));
      if (file === undefined || root < 0) return [];
      // It may have been found shorter since they were chosen.
      const ranges = asked.ranges.flatMap(([from, to]): Range[] => (from < file.size ? [[from, Math.min(to, file.size)]] : []));
      return [{ ...asked, ranges, root, file, name: asked.key.slice((holdings[root] as Holding).folder.length + 1) }];
    });
    if (sent.length === 0) return ok(null);
    const items = sent.map(({ key, root, name, file, prefix, ranges }) => ({
      ...{ root, path: name, identity: file.identity, size: file.size, ranges },
      ...(prefix > 0 && { prefix: { length: prefix, sha256: this.home.hash(key, prefix) } }),
    }));
    const asked = await askHost(this.place, script, { op: 'read', holdings: plain(holdings), items }, { signal });
    const gone: ReadAnswer = { items: sent.map(() => ({ error: 'ENOENT' })) };
    if (!asked.ok && asked.code !== 'missing_file') return asked;
    const answer = asked.ok ? readAnswer.safeParse(asked.value) : { success: true as const, data: gone };
    if (!answer.success || answer.data.items.length !== sent.length) return fail('bad_answer', this.place.destination);
    const changed: Record<string, CopiedFile | undefined> = {};
    for (const [index, one] of sent.entries()) {
      const taken = this.take(one, one.file, answer.data.items[index] as ReadAnswer['items'][number]);
      if (taken === 'bad_answer') return fail('bad_answer', this.place.destination);
      changed[one.key] = taken;
    }
    this.change(changed);
    return ok(null);
  }

  /** Puts what came of a file into its copy; `undefined` for one that can't be read any more. */
  private take(asked: Asked, file: CopiedFile, { error, stamp, pieces }: ReadAnswer['items'][number]): CopiedFile | undefined | 'bad_answer' {
    const { key, prefix, ranges } = asked;
    if (error !== undefined || stamp === undefined) {
      this.home.remove(key);
      return undefined;
    }
    const [size, written, identity] = stamp;
    if (size > largestFile) {
      this.home.remove(key);
      return undefined;
    }
    // What was written without growing was written over.
    const isSame = identity === file.identity && (size > file.size || (size === file.size && written === file.written));
    if (!isSame || pieces === undefined) return { ...noBytes, size, written, identity, inode: this.home.begin(key, size, written) };
    if (pieces.length !== ranges.length) return 'bad_answer';
    const bytes: (readonly [number, Buffer])[] = [];
    for (const [index, [from, data]] of pieces.entries()) {
      const [start, end] = ranges[index] as Range;
      const piece = inflated(data, end - start);
      if (from !== start || piece?.length !== end - start) return 'bad_answer';
      bytes.push([from, piece]);
    }
    this.home.write(key, bytes, file.written);
    const kept: readonly Range[] = prefix > 0 ? [[0, prefix]] : file.have;
    return { ...file, have: joinRanges(kept, ranges), prefix: prefix > 0 ? 0 : file.prefix, usedAt: Date.now() };
  }

  private async copyDatabase(
    script: string,
    holdings: readonly Holding[],
    { key, root, name, stamp: [size, written, identity] }: ListedFile,
    signal: AbortSignal | undefined,
  ): Promise<Result<null, SshCode>> {
    const room = this.limits.all - Object.entries(this.manifest.read().files).reduce((sum, [of, file]) => sum + (file.isDatabase === true && of !== key ? file.size : 0), 0);
    const limit = Math.min(this.limits.file, room);
    if (size > limit) return this.leaveOut();
    const asked = await askHost(this.place, script, { op: 'copy', holdings: plain(holdings), root, path: name, limit }, { signal });
    if (!asked.ok) return asked.code === 'missing_file' ? ok(null) : asked;
    const answer = copyAnswer.safeParse(asked.value);
    const data = answer.success && answer.data.size !== undefined && answer.data.size <= limit ? inflated(answer.data.data ?? '', answer.data.size) : undefined;
    if (!answer.success || (answer.data.error === undefined && data === undefined)) return fail('bad_answer', this.place.destination);
    if (data === undefined) return this.leaveOut();
    this.change({ [key]: { ...noBytes, size: data.length, written, identity: `${identity} ${String(size)}`, inode: this.home.put(key, data, written), have: [[0, data.length]], usedAt: Date.now(), isDatabase: true } });
    return ok(null);
  }

  /** A database that is too large, or can't be read: the others are there. */
  private leaveOut(): Result<null, SshCode> {
    const manifest = this.manifest.read();
    this.save({ ...manifest, left: manifest.left + 1 });
    return ok(null);
  }

  /** Begins anew what the copy has lost, or has another file for: a process was killed at work, or the folder was put there from elsewhere. */
  private mend(keys: readonly string[]): void {
    const { files } = this.manifest.read();
    const lost = keys.flatMap((key): (readonly [string, CopiedFile | undefined])[] => {
      const file = files[key];
      if (file === undefined || this.home.holds(key, file)) return [];
      // A database comes whole, at the next look.
      return [[key, file.isDatabase === true ? undefined : { ...file, ...noBytes, inode: this.home.begin(key, file.size, file.written) }]];
    });
    if (lost.length > 0) this.change(Object.fromEntries(lost));
  }

  /** Drops bytes that were wanted longest ago, where more is to come than there is room for. */
  private makeRoom(asked: readonly Asked[]): void {
    const { files } = this.manifest.read();
    const coming = new Set(asked.map(({ key }) => key));
    let over = Object.values(files).reduce((sum, { have }) => sum + lengthOf(have), 0) + asked.reduce((sum, { ranges }) => sum + lengthOf(ranges), 0) - this.limits.all;
    const dropped: Record<string, CopiedFile> = {};
    for (const [key, file] of Object.entries(files).sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (over <= 0) break;
      if (coming.has(key) || file.have.length === 0 || file.isDatabase === true) continue;
      over -= lengthOf(file.have);
      dropped[key] = { ...file, ...noBytes, inode: this.home.begin(key, file.size, file.written) };
    }
    if (Object.keys(dropped).length > 0) this.change(dropped);
  }

  private change(changed: Readonly<Record<string, CopiedFile | undefined>>): void {
    const manifest = this.manifest.read();
    const files = Object.entries({ ...manifest.files, ...changed }).filter((entry): entry is [string, CopiedFile] => entry[1] !== undefined);
    const isOther = Object.entries(changed).some(([key, file]) => !isSameState(manifest.files[key], file));
    this.save({ ...manifest, files: Object.fromEntries(files), ...(isOther && { revision: freshRevision() }) });
  }

  private save(manifest: Manifest): void {
    // Who stood still for too long must not overwrite what another has done since.
    if (this.lock?.isHeld() !== true) throw Object.assign(new Error('another process goes on with it'), { code: 'ELOCKED' });
    this.manifest.write(manifest);
  }

  /** One at a time, also among threads and windows. */
  private async alone<T>(signal: AbortSignal | undefined, work: (script: string) => Promise<Result<T, SshCode>>): Promise<Result<T, SshCode>> {
    const { folder, script, destination } = this.place;
    try {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
      const lock = await takeLock(path.join(folder, 'lock'), patience, signal);
      this.lock = lock;
      try {
        return await work(await fs.promises.readFile(script, 'utf8'));
      } finally {
        lock.release();
      }
    } catch (error) {
      if (signal?.aborted === true) return fail('cancelled', destination);
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code === 'ELOCKED') return fail('timed_out', destination);
      return fail('not_copied', message);
    }
  }
}

/** As far as the host is concerned. */
function isSameState(a: CopiedFile | undefined, b: CopiedFile | undefined): boolean {
  return a?.size === b?.size && a?.written === b?.written && a?.identity === b?.identity;
}

const noBytes = { have: [], prefix: 0, usedAt: 0 } as const;

/** The bytes, or `undefined` where they are more than `limit` or no bytes. */
function inflated(data: string, limit: number): Buffer | undefined {
  try {
    return inflateSync(Buffer.from(data, 'base64'), { maxOutputLength: Math.max(1, limit) });
  } catch {
    return undefined;
  }
}

function plain(holdings: readonly Holding[]): readonly JsonObject[] {
  return holdings.map((holding) => ({ ...holding }));
}
