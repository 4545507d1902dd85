import * as fs from 'node:fs';
import * as path from 'node:path';
import { replaceFile } from '../platform/durable';
import type { FileLock } from '../platform/fileLock';
import type { Current } from './schema';

/** The store's files in its folder. */
export class StoreFiles {
  constructor(readonly folder: string) {}

  get lock(): string {
    return path.join(this.folder, 'lock');
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
      return fs.readFileSync(path.join(this.folder, 'current'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Unless `lock` has been lost; answers whether it was not. */
  setCurrent(current: Current, lock: FileLock): boolean {
    return replaceFile(path.join(this.folder, 'current'), `${JSON.stringify(current)}\n`, () => lock.isHeld());
  }

  /** Makes the files of an empty store; `false` when there are some that hold something and none that names them. */
  create(lock: FileLock): boolean {
    const holdsSomething = ({ name }: Part): boolean => fs.statSync(path.join(this.folder, name)).size > 0;
    if (this.parts().some(holdsSomething)) return false;
    fs.closeSync(fs.openSync(this.log(1), 'a', 0o600));
    return this.setCurrent({ epoch: 1, sequence: 0, previous: '', snapshot: null }, lock);
  }

  /** Copies a file that can't be read in full under a dated name, once; answers that name. */
  keepAside(file: string, now: Date): string {
    const earlier = fs.readdirSync(this.folder).find((name) => /^damaged-[-\d]{10}-(.*)$/.exec(name)?.[1] === path.basename(file));
    const kept = path.join(this.folder, earlier ?? `damaged-${now.toISOString().slice(0, 10)}-${path.basename(file)}`);
    if (earlier === undefined) fs.copyFileSync(file, kept, fs.constants.COPYFILE_EXCL);
    return kept;
  }

  /** One that no file has been made for, also none that came to nothing. */
  newEpoch(): number {
    return Math.max(...this.parts().map(({ epoch }) => epoch)) + 1;
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
