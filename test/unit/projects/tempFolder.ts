import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A folder of its own for each test of the `describe` it is called in, with links resolved. */
export function tempFolder(): (...parts: string[]) => string {
  let root = '';
  beforeEach(() => (root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-projects-')))));
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));
  return (...parts) => path.join(root, ...parts);
}

/** Makes the folder with its parents and answers it. */
export function made(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}
