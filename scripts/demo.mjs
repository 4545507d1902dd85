import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { quit } from './install.mjs';

/**
 * Makes sample histories in a temporary folder, and gives the folder to open: the extension knows it for a demo by
 * itself. `remove` takes all of it away again.
 */
export async function prepareDemo() {
  const module = path.resolve('dist/demo.js');
  if (!fs.existsSync(module)) quit('There is no demo in this build: src/demo/makeDemo.ts is missing.');
  const { makeDemo } = (await import(pathToFileURL(module).href)).default;
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'localix-demo-'));
  const { folder } = await makeDemo(root);
  return { folder, remove: () => fs.rmSync(root, { recursive: true, force: true }) };
}
