// What every script begins with. Runs on Node 20 with nothing installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
/** The Node that development and tests run on, whatever the machine has: it comes with `npm ci`. */
export const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

process.chdir(root);

/** Ends the script with one line that says what is wrong. */
export function quit(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Runs a program to its end with our standard streams. Returns its exit code; 1 when it did not start or was killed. */
export function run(file, args, options = {}) {
  const { status, error } = spawnSync(file, args, { stdio: 'inherit', ...options });
  if (error) console.error(`${file} did not start: ${error.message}`);
  return status ?? 1;
}

export function onPath(command) {
  const names = process.platform === 'win32' ? [`${command}.cmd`, `${command}.exe`] : [command];
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => names.some((name) => fs.existsSync(path.join(folder, name))));
}

/** Whether `ensureCommands` can install what is missing: on Debian as root. */
export function canInstallCommands() {
  return process.getuid?.() === 0 && onPath('apt-get');
}

/**
 * Makes sure that commands are there: on Debian as root by installing their packages, elsewhere by naming them.
 * `packages` gives for each command the Debian package that brings it.
 */
export function ensureCommands(packages) {
  const missing = Object.keys(packages).filter((command) => !onPath(command));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((command) => packages[command]))].join(' ');
  if (!canInstallCommands()) quit(`Not on PATH: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install ${names}`);
  console.log(`Installing Debian packages: ${names}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const failed = run('apt-get', ['update', '-qq'], { env }) || run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')], { env });
  if (failed) quit(`Could not install: ${names}`);
}

/** The folder that has `include/node`, so that node-gyp need not download headers. */
function headersOf(nodeFile) {
  const prefix = path.resolve(nodeFile, '..', '..');
  return fs.existsSync(path.join(prefix, 'include', 'node', 'node_api.h')) ? prefix : undefined;
}

function npmCli() {
  const running = process.env.npm_execpath;
  if (running !== undefined && path.basename(running) === 'npm-cli.js') return running;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .map((folder) => (process.platform === 'win32' ? path.join(folder, 'node_modules/npm/bin/npm-cli.js') : path.join(folder, 'npm')))
    .find((file) => fs.existsSync(file));
  return found === undefined ? quit('npm is not on PATH.') : fs.realpathSync(found);
}

/** Runs npm in `cwd` on the machine's own Node. */
export function npm(args, cwd = root) {
  const runner = process.env.npm_node_execpath ?? process.execPath;
  const nodedir = process.env.npm_config_nodedir ?? headersOf(runner);
  return run(runner, [npmCli(), ...args, '--loglevel=error'], { cwd, env: { ...process.env, ...(nodedir && { npm_config_nodedir: nodedir }) } });
}

/** Runs npm in `cwd` on Node 24: what it compiles fits Node 24. */
export function npm24(args, cwd) {
  const packages = path.join(root, 'node_modules', 'node', 'node_modules');
  const nodedir = fs.readdirSync(packages).map((name) => path.join(packages, name)).find((folder) => headersOf(path.join(folder, 'bin', 'node')));
  const PATH = path.dirname(node) + path.delimiter + process.env.PATH;
  return run(node, [npmCli(), ...args, '--loglevel=error'], { cwd, env: { ...process.env, PATH, JOBS: 'max', npm_config_nodedir: nodedir } });
}

/** Whether node_modules holds what the lockfile asks for. npm keeps a lockfile of its own in there. */
function isInstalled(folder) {
  const wanted = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  let found;
  try {
    found = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([name, entry]) => name === '' || entry.optional || entry.devOptional || found[name]?.version === entry.version);
}

/** Installs the packages unless they are there. */
export function ensureInstalled() {
  if (!isInstalled(root)) {
    // `npm ci` would empty the folder that the link points to, which others may be using.
    if (fs.lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) {
      quit('node_modules is a link to a folder that does not fit package-lock.json. Install there, or remove the link.');
    }
    // node-pty has no Linux binary in its package: it is compiled here.
    if (process.platform === 'linux') ensureCommands({ 'g++': 'g++', make: 'make', python3: 'python3' });
    console.log('Installing packages …');
    if (npm(['ci'])) quit('npm ci failed: see above.');
  }
  if (!fs.existsSync(node)) quit('Node 24 is missing from node_modules: npm was told to run no install scripts (ignore-scripts).');
}
