import * as fs from 'node:fs';
import * as path from 'node:path';
import { replaceFile } from '../platform/durable';
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
      return fs.readFileSync(this.current, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  setCurrent(current: Current): void {
    replaceFile(this.current, `${JSON.stringify(current)}\n`);
  }

  /** Makes the files of an empty store; `false` when there are some that hold something and none that names them. */
  create(): boolean {
    const holdsSomething = (name: string): boolean => isPart(name) && fs.statSync(path.join(this.folder, name)).size > 0;
    if (fs.readdirSync(this.folder).some(holdsSomething)) return false;
    fs.closeSync(fs.openSync(this.log(1), 'a', 0o600));
    this.setCurrent({ epoch: 1, sequence: 0, previous: '', snapshot: null });
    return true;
  }

  /** Copies a file that can't be read in full under a dated name, once a day; answers that name. */
  keepAside(file: string, now: Date): string {
    const kept = path.join(this.folder, `damaged-${now.toISOString().slice(0, 10)}-${path.basename(file)}`);
    try {
      fs.copyFileSync(file, kept, fs.constants.COPYFILE_EXCL);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return kept;
  }

  /** Removes what belongs to other epochs. A window that still reads one of those files keeps it open, and so can go on. */
  removeOthers(epoch: number): void {
    const kept = new Set([this.log(epoch), this.snapshot(epoch)]);
    for (const name of fs.readdirSync(this.folder)) {
      const file = path.join(this.folder, name);
      if (isPart(name) && !kept.has(file)) fs.rmSync(file, { force: true });
    }
  }

  private get current(): string {
    return path.join(this.folder, 'current');
  }
}

function isPart(name: string): boolean {
  return /^(log|snapshot)-/.test(name);
}

