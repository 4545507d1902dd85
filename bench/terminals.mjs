// Agents' terminals under load, in a real VS Code: for how long the extension host is busy at a stretch, how much memory the
// terminal host takes, and how long a key's echo takes beside a plain terminal of VS Code, in the same run.
//   npm run bench:terminals [-- --terminals 30 --seconds 10 --keys 20]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

const here = import.meta.dirname;
const root = path.resolve(here, '..');
const temporary = fs.mkdtempSync(path.join(root, 'dist', 'bench-'));
try {
  const script = path.join(temporary, 'terminalsInWindow.mjs');
  buildSync({ entryPoints: [path.join(here, 'terminalsInWindow.mjs')], outfile: script, bundle: true, platform: 'node', format: 'esm', external: ['playwright-core'], logLevel: 'error' });
  console.log(`${new Date().toISOString().slice(0, 10)}  ${os.cpus()[0]?.model ?? os.arch()} × ${os.cpus().length}, load average ${os.loadavg()[0]?.toFixed(1)}`);
  const { status } = spawnSync(process.execPath, [script, path.join(here, 'delayProbe'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
