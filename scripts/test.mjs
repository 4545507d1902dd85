// Runs the tests: everything, or one kind.
//   node scripts/test.mjs                       install, typecheck, lint, build, and all four kinds
//   node scripts/test.mjs unit [--grep TEXT]    build and one kind: unit, page, host, e2e
// Goes through everything whatever fails, and ends with one line for the whole: "N passed, N failed".
import fs from 'node:fs';
import path from 'node:path';
import { canInstallCommands, ensureCommands, ensureInstalled, node, onPath, quit, root, run } from './install.mjs';

const results = path.join(root, 'test-results');
const mocha = (kind, timeout, folders = [kind]) => [
  '--enable-source-maps',
  'node_modules/mocha/bin/mocha.js',
  '--no-config',
  '--reporter=test/harness/reporter.cjs',
  `--timeout=${timeout}`,
  ...(fs.existsSync(`dist/test/${kind}/hooks.mjs`) ? [`--require=dist/test/${kind}/hooks.mjs`] : []),
  ...folders.map((folder) => `dist/test/${folder}/**/*.test.mjs`),
];

/** Each kind: what it needs first, and how it runs, as arguments to Node. */
const kinds = {
  unit: { needs: [], run: () => mocha('unit', 20_000, ['unit', 'architecture']) },
  page: { needs: ['browser'], run: () => mocha('page', 30_000) },
  host: { needs: ['browser', 'server'], run: () => ['test/harness/hostTests.ts'] },
  e2e: { needs: ['browser', 'server'], run: () => mocha('e2e', 90_000) },
};

const checks = {
  typecheck: ['node_modules/typescript/bin/tsc', '--noEmit'],
  lint: ['node_modules/eslint/bin/eslint.js', '.'],
};

const total = { passed: 0, failed: 0, skipped: 0 };

function heading(name) {
  console.log(`\n${name}`);
}

function step(name, args) {
  heading(name);
  if (run(node, args) === 0) return true;
  console.error(`${name} failed`);
  total.failed++;
  return false;
}

/** The shell helper is tested in bash and zsh. */
function setUpShells() {
  if (onPath('zsh') || canInstallCommands()) ensureCommands({ zsh: 'zsh' });
  else console.log('zsh is not on PATH: its tests of the shell helper are skipped. On Debian or Ubuntu: sudo apt-get install zsh');
}

/** A kind has passed when its run says so, and its own count of what ran agrees: two witnesses. */
function testKind(kind, args) {
  heading(kind);
  const file = path.join(results, `${kind}.json`);
  fs.mkdirSync(results, { recursive: true });
  fs.rmSync(file, { force: true });
  const { needs, run: command } = kinds[kind];
  const code = run(node, ['test/harness/setup.mjs', ...needs]) || run(node, [...command(), ...args], { env: { ...process.env, LOCALIX_TEST_RESULT: file } });
  const counted = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  for (const key of Object.keys(total)) total[key] += counted[key];
  if (counted.failed > 0) return;
  if (code !== 0) console.error(`${kind} ended with exit code ${code}`);
  else if (counted.passed === 0) console.error(`${kind} ran no test`);
  else return;
  total.failed++;
}

const [kind, ...args] = process.argv.slice(2);
if (kind !== undefined && !(kind in kinds)) quit(`No such kind of test: ${kind}. There are ${Object.keys(kinds).join(', ')}.`);

ensureInstalled();
if (kind === undefined || kind === 'unit') setUpShells();
if (kind === undefined) {
  fs.rmSync(results, { recursive: true, force: true });
  for (const [name, command] of Object.entries(checks)) step(name, command);
}
if (step('build', ['esbuild.mjs', '--tests', '--production'])) {
  for (const name of kind === undefined ? Object.keys(kinds) : [kind]) testKind(name, kind === undefined ? ['--forbid-only'] : args);
}
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
