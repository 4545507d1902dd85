import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Result } from '../../../src/core/result';
import type { Project } from '../../../src/store/rows';
import { Store } from '../../../src/store/store';

/** Folders for stores, and the windows open on them. */
export class StoreFolders {
  private readonly folders: string[] = [];
  private stores: Store[] = [];

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

  async endAll(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.end()));
    this.stores = [];
    for (const folder of this.folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  }
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
