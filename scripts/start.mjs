// Builds the extension and opens it: in VS Code where `code` is on PATH, else in a VS Code for the browser.
//   npm start [-- --demo] [FOLDER]
// With --demo it opens sample histories; else FOLDER, or the folder npm was called in.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { prepareDemo } from './demo.mjs';
import { ensureInstalled, node, onPath, quit, root, run } from './install.mjs';

const args = process.argv.slice(2);
const isDemo = args.includes('--demo');
const asked = args.find((argument) => !argument.startsWith('-'));
const called = process.env.INIT_CWD ?? root;

/** Runs until the program ends or we are told to: it is told the same. Returns its exit code. */
function runUntilEnded(file, programArgs) {
  const child = spawn(file, programArgs, { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => quit(`${file} did not start: ${error.message}`));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

ensureInstalled();
if (run(node, ['esbuild.mjs']) !== 0) quit('The build failed: see above.');
const hasCode = onPath('code');
if (!hasCode && run(node, ['test/harness/setup.mjs', 'server']) !== 0) process.exit(1);
const demo = isDemo ? await prepareDemo() : undefined;
const folder = demo?.folder ?? path.resolve(called, asked ?? '.');
try {
  process.exitCode = hasCode
    ? await runUntilEnded('code', ['--wait', '--new-window', `--extensionDevelopmentPath=${root}`, folder])
    : await runUntilEnded(node, ['test/harness/serve.ts', folder, ...(isDemo ? ['--demo'] : [])]);
} finally {
  demo?.remove();
}
