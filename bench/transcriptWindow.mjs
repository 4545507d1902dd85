// One very long session in a real VS Code: how long until its end is on the screen, beside VS Code opening the same file as plain
// text, in the same run; and beside a blank page, each in a process of its own as on the desktop, what memory it takes and how it scrolls.
//   npm run bench:transcript [-- 100,1024 3]     sizes in MB, runs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

const here = import.meta.dirname;
const root = path.resolve(here, '..');
const [sizes = '100,1024', runs = '3'] = process.argv.slice(2);
const temporary = fs.mkdtempSync(path.join(root, 'dist', 'bench-'));
try {
  const script = path.join(temporary, 'transcriptInWindow.mjs');
  buildSync({ entryPoints: [path.join(here, 'transcriptInWindow.mjs')], outfile: script, bundle: true, platform: 'node', format: 'esm', external: ['playwright-core'], logLevel: 'error' });
  console.log(`${new Date().toISOString().slice(0, 10)}  ${os.cpus()[0]?.model ?? os.arch()} × ${os.cpus().length}, load average ${os.loadavg()[0]?.toFixed(1)}`);
  for (const size of sizes.split(',')) {
    const profile = path.join(temporary, `profile-${size}`);
    const { status } = spawnSync(process.execPath, [script, profile, size, runs], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
