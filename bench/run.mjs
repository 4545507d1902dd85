// Speed and memory as ratios against a baseline measured in the same run.
//   npm run bench [-- --mb 2048 --seed 7 --runs 3 --history DIR]
// Writes a synthetic history of the given size (or takes DIR, a home folder), then times the command line on it beside
// ccusage, an established reader of the same files, and prints what each cost.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, measure } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '2048' },
    seed: { type: 'string', default: '7' },
    runs: { type: 'string', default: '3' },
    history: { type: 'string' },
  },
});
const here = import.meta.dirname;
const root = path.resolve(here, '..');
const node = path.join(root, 'node_modules', '.bin', 'node');
const cli = path.join(root, 'dist', 'cli.js');
const ccusage = path.join(here, 'node_modules', '.bin', 'ccusage');
if (!fs.existsSync(ccusage)) spawnSync('npm', ['ci', '--loglevel=error'], { cwd: here, stdio: 'inherit' });

const temporary = options.history === undefined ? fs.mkdtempSync(path.join(os.tmpdir(), 'localix-bench-')) : undefined;
const home = path.resolve(options.history ?? temporary);
try {
  if (temporary !== undefined) generate(home);
  const size = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const files = [...jsonlFiles(home)];
  console.log(`history: ${files.length} transcripts, ${size(files.reduce((sum, file) => sum + fs.statSync(file).size, 0))}; ${os.cpus().length} cores; Node ${process.versions.node}`);

  const runs = Number(options.runs);
  const list = (...more) => [cli, 'list', '--everywhere', '--json', '--assume-installed', '--stats', '--home', home, ...more];
  // The first reading of each fills the page cache, so that neither is favoured.
  const reference = await median(Math.min(runs, 2), () => measure(ccusage, ['daily', '--offline', '--json'], { env: { ...process.env, HOME: home } }));
  const ends = await median(runs, () => measure(node, list()));
  const full = await median(1, () => measure(node, list('--full')));
  for (const run of [reference, ends, full]) if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.stderr.slice(-500)}`);

  row('ccusage daily --offline --json', reference, reference);
  row('localix list', ends, reference);
  row('localix list --full', full, reference);
  const stats = JSON.parse(ends.stderr);
  console.log(`localix list read ${size(stats.bytes)} in ${stats.opens} opens of ${stats.stats} files; at most ${(stats.largestEndsRead / 1024).toFixed(0)} KiB of one file`);
  console.log(`localix list is ${(reference.seconds / ends.seconds).toFixed(1)} times as fast as ccusage (goal: at least 5)`);
} finally {
  if (temporary !== undefined) fs.rmSync(temporary, { recursive: true, force: true });
}

function row(name, { seconds, peakMb }, base) {
  const memory = peakMb === undefined ? '' : `  ${peakMb.toFixed(0).padStart(5)} MiB  ×${(peakMb / base.peakMb).toFixed(2)}`;
  console.log(`${name.padEnd(32)} ${seconds.toFixed(2).padStart(7)} s  ×${(seconds / base.seconds).toFixed(2)}${memory}`);
}

function generate(folder) {
  const args = ['--root', folder, '--mb', options.mb, '--profile', 'real', '--seed', options.seed, '--quiet', '--force'];
  const { status } = spawnSync(process.execPath, [path.join(here, 'genHistory.mjs'), ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the history could not be written');
}

function* jsonlFiles(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path.join(entry.parentPath, entry.name);
  }
}
