// Runs the tests that drive the real agents' programs, in a network namespace that has loopback alone: whatever a program
// reaches for, it finds our mock model or nothing. Linux only.
//   npm run test:agents [-- --grep TEXT]
import fs from 'node:fs';
import path from 'node:path';
import { ensureCommands, ensureInstalled, node, npm, quit, root, run } from './install.mjs';

if (process.platform !== 'linux') quit('The tests with real agents need Linux: they run in a network namespace.');
ensureInstalled();
ensureCommands({ ip: 'iproute2', unshare: 'util-linux' });
const folder = path.join(root, 'test', 'agents');
if (!fs.existsSync(path.join(folder, 'node_modules', '.bin', 'codex')) && npm(['ci'], folder)) quit('The agents\' programs could not be installed: see above.');
for (const command of [['esbuild.mjs', '--tests'], ['test/harness/setup.mjs', 'browser', 'server']]) {
  if (run(node, command)) quit(`${command.join(' ')} failed: see above.`);
}
const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const mocha = [
  '--enable-source-maps', 'node_modules/mocha/bin/mocha.js', '--no-config', '--timeout=120000', '--forbid-only',
  '--require=dist/test/e2e/hooks.mjs', 'dist/test/agents/*.test.mjs', ...process.argv.slice(2),
];
process.exitCode = run('unshare', ['--net', ...user, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', node, ...mocha]);
