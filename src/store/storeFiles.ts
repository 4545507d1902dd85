import * as fs from 'node:fs';
import * as path from 'node:path';
import { copyDurably, replaceFile } from '../platform/durable';
import type { FileLock } from '../platform/fileLock';
import { Blobs } from './blobs';
import type { Current } from './schema';

const asideName = /^damaged-\d{4}-\d\d-\d\d-(?:\d+-)?(.*)$/;

/** The store's files in its folder. */
export class StoreFiles {
  readonly blobs: Blobs;

  constructor(readonly folder: string) {
    this.blobs = new Blobs(path.join(folder, 'blobs'));
  }

  get lock(): string {
    return path.join(this.folder, 'lock');
  }

  get current(): string {
    return path.join(this.folder, 'current');
  }

  log(epoch: number): string {
    return path.join(this.folder, `log-${epoch}.jsonl`);
  }

  snapshot(epoch: number): string {
    return path.join(this.folder, `snapshot-${epoch}.sqlite`);
  }

  /** The text that names the epoch; `undefined` before the store is made. */
  currentText(): string | undefined {
    try {
      return fs.readFileSync(this.current, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Unless `lock` has been lost; answers whether it was not. */
  setCurrent(current: Current, lock: FileLock): boolean {
    return replaceFile(this.current, `${JSON.stringify(current)}\n`, () => lock.isHeld());
  }

  /** Whether any log or snapshot that is there is not empty. */
  holdSomething(): boolean {
    return fs.existsSync(this.folder) && this.parts().some(({ name }) => fs.statSync(path.join(this.folder, name)).size > 0);
  }

  /** Makes the files of an empty store; `false` when there are some that hold something and none that names them. */
  create(lock: FileLock): boolean {
    if (this.holdSomething()) return false;
    fs.closeSync(fs.openSync(this.log(1), 'a', 0o600));
    return this.setCurrent({ epoch: 1, sequence: 0, previous: '', snapshot: null }, lock);
  }

  /** Copies a file that can't be read in full under a dated name, once as long as it stays the same; answers that name. */
  keepAside(file: string, now: Date): string {
    const bytes = fs.readFileSync(file);
    const earlier = fs.readdirSync(this.folder).filter((name) => asideName.exec(name)?.[1] === path.basename(file));
    const same = earlier.find((name) => fs.readFileSync(path.join(this.folder, name)).equals(bytes));
    if (same !== undefined) return path.join(this.folder, same);
    const day = now.toISOString().slice(0, 10);
    const names = [`damaged-${day}-`, ...earlier.map((_, index) => `damaged-${day}-${index + 2}-`)].map((start) => `${start}${path.basename(file)}`);
    const kept = path.join(this.folder, names.find((name) => !earlier.includes(name)) as string);
    copyDurably(file, kept);
    return kept;
  }

  /** `keepAside` for all that the store consists of. */
  keepAllAside(now: Date): readonly string[] {
    const files = [...this.parts().map(({ name }) => path.join(this.folder, name)), this.current];
    return files.filter((file) => fs.existsSync(file)).map((file) => this.keepAside(file, now));
  }

  /** Whether anything damaged is kept. */
  get keepsAside(): boolean {
    return fs.readdirSync(this.folder).some((name) => asideName.test(name));
  }

  /** Of which there is a log or a snapshot. */
  epochs(): readonly number[] {
    return [...new Set(this.parts().map(({ epoch }) => epoch))];
  }

  /** One that no file has been made for, also none that came to nothing. */
  newEpoch(): number {
    return Math.max(0, ...this.epochs()) + 1;
  }

  /** Removes what is older than `epoch`. A window that still reads one of those files keeps it open, and so can go on. */
  removeBefore(epoch: number): void {
    for (const part of this.parts()) if (part.epoch < epoch) this.remove(path.join(this.folder, part.name));
  }

  /** Left for the next time where the system refuses. */
  remove(file: string): void {
    try {
      fs.rmSync(file, { force: true });
    } catch {
      // Windows refuses while another process looks at it.
    }
  }

  private parts(): Part[] {
    return fs.readdirSync(this.folder).flatMap((name) => {
      const epoch = /^(?:log|snapshot)-(\d+)\.\w+$/.exec(name)?.[1];
      return epoch === undefined ? [] : { name, epoch: Number(epoch) };
    });
  }
}

interface Part {
  readonly name: string;
  readonly epoch: number;
}
