// Installs what the tests run in: a real VS Code (code-server) under test/harness/node_modules, and a real browser.
//   node test/harness/setup.mjs [server] [browser]
// Uses the npm registry and Debian's packages alone. A second run does nothing.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ensureCommands, ensureInstalled, npm, npm24, onPath, quit } from '../../scripts/install.mjs';

const harness = import.meta.dirname;
const vscode = path.join(harness, 'node_modules', 'code-server', 'lib', 'vscode');
const stamp = path.join(harness, 'node_modules', '.ready');

/** What VS Code asks for and neither workbench nor extension host loads: 300 MB of agents, and modules that take minutes or more headers to compile. */
const leftOut = [
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@devcontainers/cli',
  '@vscode/sqlite3',
  'kerberos',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
];

function setUpBrowser() {
  if (process.env.CHROMIUM || onPath('google-chrome') || onPath('chromium-browser')) return;
  ensureCommands({ chromium: 'chromium fonts-dejavu-core' });
}

/** Changes whenever what is to be installed does. */
function key() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', 'setup.mjs']) hash.update(fs.readFileSync(path.join(harness, file)));
  return hash.digest('hex');
}

function must(step, code) {
  if (code !== 0) quit(`Setting up the browser-hosted VS Code failed at: ${step}`);
}

function setUpServer() {
  if (process.platform !== 'linux') quit('The browser-hosted VS Code is set up on Linux only. Elsewhere, with VS Code\'s `code` on PATH: npm start, npm run test:desktop.');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === key()) return;
  ensureCommands({ 'g++': 'g++', make: 'make', python3: 'python3' });
  console.log('Setting up a VS Code for the browser (once, about a minute) …');
  // code-server's own install script insists on the Node it runs with and compiles far more than is needed.
  must('packages', npm(['ci', '--ignore-scripts'], harness));
  must('a smaller VS Code', npm24(['pkg', 'delete', ...leftOut.map((name) => `dependencies.${name}`)], vscode));
  // Not `npm ci`: the shrinkwrap that comes with it lacks an entry.
  must('VS Code\'s packages', npm24(['install', '--omit=dev', '--ignore-scripts'], vscode));
  // Without spdlog every log channel throws; the watchdog ends an extension host that hangs. The other native modules bring binaries.
  must('native modules', npm24(['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], vscode));
  // Takes three seconds of every start, and needs an account.
  fs.rmSync(path.join(vscode, 'extensions', 'copilot'), { recursive: true, force: true });
  const ripgrep = path.join(vscode, 'node_modules', '@vscode', 'ripgrep-universal', 'bin');
  for (const platform of fs.readdirSync(ripgrep)) {
    if (platform !== `linux-${process.arch}`) fs.rmSync(path.join(ripgrep, platform), { recursive: true });
  }
  fs.writeFileSync(stamp, key());
}

ensureInstalled();
const wanted = process.argv.slice(2);
if (wanted.includes('browser')) setUpBrowser();
if (wanted.includes('server')) setUpServer();
