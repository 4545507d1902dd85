// Builds the extension and opens it: in VS Code where `code` is on PATH, else in a VS Code for the browser.
//   npm start [-- FOLDER]      opens FOLDER, else the folder npm was called in
//   npm start -- --demo        opens sample histories
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareDemo } from './demo.mjs';
import { ensureInstalled, node, onPath, quit, root, run } from './install.mjs';

const args = process.argv.slice(2);
const isDemo = args.includes('--demo');
const asked = args.find((argument) => !argument.startsWith('-')) ?? '.';
const folder = path.resolve(process.env.INIT_CWD ?? root, asked);

/** Runs a program to its end, and tells it to end when we are told. */
function runUntilEnded(file, programArgs) {
  const child = spawn(file, programArgs, { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => quit(`${file} did not start: ${error.message}`));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

async function openInCode() {
  const demo = isDemo ? await prepareDemo(os.tmpdir()) : undefined;
  const code = await runUntilEnded('code', ['--wait', '--new-window', `--extensionDevelopmentPath=${root}`, demo?.folder ?? folder]);
  if (demo !== undefined) fs.rmSync(demo.root, { recursive: true, force: true });
  return code;
}

async function openInBrowser() {
  if (run(node, ['test/harness/setup.mjs', 'server']) !== 0) return 1;
  return runUntilEnded(node, ['test/harness/serve.mjs', isDemo ? '--demo' : folder]);
}

ensureInstalled();
if (run(node, ['esbuild.mjs']) !== 0) quit('The build failed: see above.');
process.exitCode = await (onPath('code') ? openInCode() : openInBrowser());
