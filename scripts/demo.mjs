import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { quit } from './install.mjs';

/**
 * Makes sample histories in a new folder below `base`, a temporary folder in the eyes of the VS Code that will show them,
 * and gives the folder to open: the extension knows it for a demo by itself.
 */
export async function prepareDemo(base) {
  const file = path.resolve('dist/demo.js');
  if (!fs.existsSync(file)) quit('There is no demo in this build: src/demo/makeDemo.ts is missing.');
  const { makeDemo } = (await import(pathToFileURL(file).href)).default;
  const root = fs.mkdtempSync(path.join(fs.realpathSync(base), 'localix-demo-'));
  const { folder } = await makeDemo(root);
  return { root, folder };
}
