import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Result } from '../../../src/core/result';
import type { Change, SealedLine } from '../../../src/store/logLine';
import { Replica } from '../../../src/store/replica';
import type { Project } from '../../../src/store/rows';
import { Engine } from '../../../src/store/sqlEngine';
import { Store } from '../../../src/store/store';
import { StoreFiles } from '../../../src/store/storeFiles';
import { Writer } from '../../../src/store/writer';

/** Folders for stores, and the windows open on them. */
export class StoreFolders {
  private readonly folders: string[] = [];
  private readonly stores: Store[] = [];

  make(): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-store-'));
    this.folders.push(folder);
    return path.join(folder, 'store');
  }

  open(folder: string): Store {
    const store = new Store({ folder, script: path.resolve('dist/storeWorker.js'), log: (line) => assert.fail(line) });
    this.stores.push(store);
    return store;
  }

  async endStores(): Promise<void> {
    await Promise.all(this.stores.splice(0).map((store) => store.end()));
  }

  async endAll(): Promise<void> {
    await this.endStores();
    for (const folder of this.folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A window in this thread, without a watcher. */
export interface LocalWindow {
  readonly replica: Replica;
  readonly writer: Writer;
  /** What it learned of, its own writes too. */
  readonly applied: Change[];
}

export async function localWindow(folder: string, name = 'local'): Promise<LocalWindow> {
  const files = new StoreFiles(folder);
  const replica = new Replica({ engine: await Engine.load(), files });
  const applied: Change[] = [];
  const onApplied = (lines: readonly SealedLine[]): void => void applied.push(...lines.flatMap(({ changes }) => changes));
  return { replica, writer: new Writer({ files, replica, window: name, onApplied }), applied };
}

/** A window in a process of its own: see storeProcess.ts. */
export function spawnWindow(folder: string, name: string, writes: number, compactAt?: number): ChildProcess {
  const args = [path.resolve('dist/storeWorker.js'), folder, name, String(writes), ...(compactAt === undefined ? [] : [String(compactAt)])];
  return spawn(process.execPath, ['--no-warnings', 'test/unit/store/storeProcess.ts', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** The value of a success. */
export function must<T>(result: Result<T, string>): T {
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

/** What was refused, as code and detail. */
export function refusal(result: Result<unknown, string>): [code: string, detail: string] | 'accepted' {
  return result.ok ? 'accepted' : [result.code, result.detail];
}

export const folderOf = (path: string): NonNullable<Project['folder']> => ({ path, comparable: path, identity: null });
