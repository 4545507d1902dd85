// Runs the tests of test/host inside the desktop's VS Code, which it downloads first.
//   npm run test:desktop [-- VERSION]      VERSION is stable, insiders or a number; stable by default
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled, node, onPath, quit, root, run } from './install.mjs';

const result = path.join(root, 'test-results', 'desktop.json');

ensureInstalled();
if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  quit(`There is no display for the desktop's VS Code.${onPath('xvfb-run') ? ' With one: xvfb-run -a npm run test:desktop' : ' On Debian: apt-get install xvfb, then xvfb-run -a npm run test:desktop'}`);
}
if (run(node, ['esbuild.mjs', '--tests']) !== 0) quit('The build failed: see above.');
const { downloadAndUnzipVSCode, runTests } = await import('@vscode/test-electron');

let vscodeExecutablePath;
try {
  vscodeExecutablePath = await downloadAndUnzipVSCode({ version: process.argv[2] ?? 'stable', extensionDevelopmentPath: root });
} catch (error) {
  quit(`VS Code could not be downloaded (${error.message}). The same tests run without it: npm run test:host`);
}

fs.mkdirSync(path.dirname(result), { recursive: true });
fs.rmSync(result, { force: true });
// A fresh profile and home: nothing of the person's own is read, and VS Code that is open does not matter.
const home = fs.mkdtempSync(path.join(root, '.vscode-test', 'home-'));
const folder = path.join(home, 'app');
for (const made of [folder, path.join(home, 'home')]) fs.mkdirSync(made);
try {
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist/test/host/index.js'),
    extensionTestsEnv: { HOME: path.join(home, 'home'), LOCALIX_TEST_RESULT: result },
    launchArgs: [folder, '--disable-extensions', '--disable-workspace-trust', `--user-data-dir=${path.join(home, 'data')}`],
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(home, { recursive: true, force: true });
}
const counted = fs.existsSync(result) ? JSON.parse(fs.readFileSync(result, 'utf8')) : { passed: 0, failed: 0 };
console.log(`\n${counted.passed} passed, ${counted.failed} failed`);
if (counted.failed > 0 || counted.passed === 0) process.exitCode = 1;
