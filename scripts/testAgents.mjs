// Runs the tests that drive the real agents' programs, in a network namespace that has loopback alone: whatever a program
// reaches for, it finds our mock model or nothing. Linux only.
//   npm run test:agents [-- --grep TEXT]
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureCommands, ensureInstalled, node, npm, quit, root, run } from './install.mjs';

if (process.platform !== 'linux') quit('The tests with real agents need Linux: they run in a network namespace.');
ensureInstalled();
ensureCommands({ ip: 'iproute2', unshare: 'util-linux' });
const programs = installPrograms(path.join(root, 'test', 'agents'));
for (const command of [['esbuild.mjs', '--tests'], ['test/harness/setup.mjs', 'browser', 'server']]) {
  if (run(node, command)) quit(`${command.join(' ')} failed: see above.`);
}
const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const mocha = [
  '--enable-source-maps', 'node_modules/mocha/bin/mocha.js', '--no-config', '--timeout=120000', '--forbid-only',
  '--require=dist/test/e2e/hooks.mjs', 'dist/test/agents/*.test.mjs', ...process.argv.slice(2),
];
process.exitCode = run('unshare', ['--net', ...user, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', node, ...mocha], {
  env: { ...process.env, LOCALIX_AGENT_PROGRAMS: programs },
});

/** Once for all checkouts, since they take 1.5 GB: in a cache folder named after the lockfile. */
function installPrograms(folder) {
  const lockfile = fs.readFileSync(path.join(folder, 'package-lock.json'));
  const version = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'localix-test-agents', version);
  if (fs.existsSync(path.join(cache, 'installed'))) return cache;
  fs.mkdirSync(cache, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) fs.copyFileSync(path.join(folder, name), path.join(cache, name));
  if (npm(['ci'], cache)) quit('The agents\' programs could not be installed: see above.');
  fs.writeFileSync(path.join(cache, 'installed'), '');
  return cache;
}
