// Speed and memory of the list and of counting usage, beside established readers of the same files and beside the least that it could cost, all
// in one run.
//   npm run bench [-- --mb 300,2048 --seed 7 --runs 3 --idle 30 --full]     on synthetic histories of these sizes
//   npm run bench -- --history DIR                                          on a home folder; nothing is written into it
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import { generate, transcripts, viewWithOneCopy } from './histories.mjs';
import { measure, median } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '2048' },
    seed: { type: 'string', default: '7' },
    runs: { type: 'string', default: '3' },
    idle: { type: 'string', default: '30' },
    full: { type: 'boolean' },
    history: { type: 'string' },
  },
});
const here = import.meta.dirname;
const root = path.resolve(here, '..');
const dist = path.join(root, 'dist');
const node = path.join(root, 'node_modules', '.bin', 'node');
const cli = path.join(dist, 'cli.js');
const runs = Number(options.runs);
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

// Not `npm ci`: it refuses a lockfile without the native parts of every other system.
if (!fs.existsSync(path.join(here, 'node_modules', '@tokscale'))) spawnSync('npm', ['install', '--no-save', '--loglevel=error'], { cwd: here, stdio: 'inherit' });
console.log(`${new Date().toISOString().slice(0, 10)}  ${os.cpus()[0]?.model ?? os.arch()} × ${os.cpus().length}, ${mib(os.totalmem())}, ${os.type()} ${os.release()}, Node ${spawnSync(node, ['-v']).stdout.toString().trim()}`);
console.log(`load average ${os.loadavg().map((one) => one.toFixed(1)).join(' ')}`);
if (options.history !== undefined) await inTemporary((temporary) => bench(path.resolve(options.history), temporary));
else {
  for (const mb of options.mb.split(',')) {
    await inTemporary(async (temporary) => {
      const home = path.join(temporary, 'home');
      generate(home, { mb, seed: options.seed });
      await bench(home, temporary);
    });
  }
}

async function inTemporary(use) {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-bench-'));
  try {
    await use(temporary);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

async function bench(home, temporary) {
  const files = transcripts(home);
  console.log(`\nhistory: ${files.length} transcripts, ${mib(files.reduce((sum, { size }) => sum + size, 0))}`);
  const cache = path.join(temporary, 'cache');
  const env = { ...process.env, HOME: cache, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const list = (place, ...more) => run(node, [cli, 'list', '--everywhere', '--json', '--assume-installed', '--stats', '--home', place, ...more], { env });
  const forget = () => fs.rmSync(cache, { recursive: true, force: true });

  // The first reading fills the page cache, so that nobody is favoured.
  const { bytes } = JSON.parse((await list(home, '--no-index')).stderr);
  const alone = (...mode) => run(node, [path.join(here, 'baseline.mjs'), home, String(capFor(bytes, files)), ...mode]);
  const firstList = () => (forget(), list(home));
  const baseline = await median(runs, () => alone());
  row('Node alone, same bytes', baseline, baseline);
  row('the same with fs/promises', await median(runs, () => alone('--promises')), baseline);
  const first = await median(runs, firstList);
  row('localix list, first', first, baseline);
  await fromDisk(files, { 'Node alone': () => alone(), 'with fs/promises': () => alone('--promises'), 'localix list, first': firstList });
  const again = await median(runs, () => list(home));
  row('localix list, again', again, baseline);
  const changed = await changedFile(home, path.join(temporary, 'view'), list);
  row('localix list, one file grown', changed, baseline);
  if (options.full === true) row('localix list --full', await list(home, '--full'), baseline);
  row('node -e 0', await median(runs, () => run(node, ['-e', '0'])), baseline);
  const usage = (place) => run(node, [cli, 'usage', '--everywhere', '--json', '--assume-installed', '--home', place], { env });
  const counted = await median(Math.min(runs, 2), () => (forget(), usage(home)));
  row('localix usage, first', counted, baseline);
  const recounted = await changedFile(home, path.join(temporary, 'usage'), usage, reply);
  row('localix usage, one file grown', recounted, baseline);
  const ccusage = await median(Math.min(runs, 2), () => run(path.join(here, 'node_modules', '.bin', 'ccusage'), ['daily', '--offline', '--json'], { env: { ...process.env, HOME: home } }));
  row('ccusage daily --offline --json', ccusage, baseline);
  compare(JSON.parse(counted.stdout).totals, JSON.parse(ccusage.stdout).totals);
  const beside = (ours, theirs) => `×${(ours / theirs).toFixed(3)}`;
  const memory = counted.peakMb === undefined ? '' : ` and ${beside(counted.peakMb, ccusage.peakMb)} of its memory`;
  console.log(`  beside ccusage: first ${beside(counted.seconds, ccusage.seconds)} of its time${memory}, one file grown ${beside(recounted.seconds, ccusage.seconds)} of its time`);
  row('tokscale’s reading', await median(Math.min(runs, 2), () => run(node, [path.join(here, 'tokscale.mjs'), home])), baseline);

  for (const [name, { stderr }] of [['first', first], ['again', again], ['one file grown', changed]]) {
    const stats = JSON.parse(stderr);
    console.log(`  ${name}: ${stats.stats} looked at, ${stats.opens} opened, ${stats.bytes} bytes read, at most ${stats.largestEndsRead} of one file`);
  }
  const { stats, opens, bytes: baseBytes } = JSON.parse(baseline.stdout);
  console.log(`  Node alone: ${stats} looked at, ${opens} opened, ${baseBytes} bytes read`);
  await window(home, temporary);
}

/** The same where the system has nothing of the transcripts in memory, as when a person begins. By turns: disks are slower at times. */
async function fromDisk(files, ways) {
  const forgetContents = () => files.every(({ file }) => spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']).status === 0);
  if (!forgetContents()) return console.log('  from disk: not measured, for this system does not forget what it has read');
  const taken = Object.entries(ways).map(([name, way]) => ({ name, way, runs: [] }));
  for (let turn = 0; turn < runs; turn++) {
    for (const each of taken) {
      forgetContents();
      each.runs.push(await each.way());
    }
  }
  const medians = await Promise.all(taken.map(async (each) => ({ ...each, median: await median(runs, () => each.runs.pop()) })));
  for (const { name, median: one } of medians) row(`  from disk: ${name}`, one, medians[0].median);
}

function rename(sessionId) {
  return { type: 'custom-title', customTitle: `Renamed ${Date.now()}`, sessionId };
}

function reply(sessionId) {
  const now = Date.now();
  const message = { id: `msg_${now}`, role: 'assistant', model: 'claude-opus-4-5-20251101', content: [], usage: { input_tokens: 1, output_tokens: 1 } };
  return { type: 'assistant', uuid: `u-${now}`, sessionId, requestId: `req_${now}`, timestamp: new Date(now).toISOString(), message };
}

/** Runs `list`, appends a record to one transcript, and runs it again: that last run is measured. */
async function changedFile(home, view, list, record = rename) {
  const copy = viewWithOneCopy(home, view);
  const id = path.basename(copy, '.jsonl');
  await list(view);
  return median(runs, () => {
    fs.appendFileSync(copy, `${JSON.stringify(record(id))}\n`);
    return list(view);
  });
}

/** Whether the two count the same. */
function compare(ours, theirs) {
  const pairs = [['input', 'inputTokens'], ['output', 'outputTokens'], ['cache_read', 'cacheReadTokens'], ['cache_write', 'cacheCreationTokens']];
  const differences = pairs.filter(([a, b]) => ours[a] !== theirs[b]).map(([a, b]) => `${a} ${ours[a]} beside ${theirs[b]}`);
  console.log(differences.length === 0 ? '  localix and ccusage count the same tokens' : `  localix and ccusage differ: ${differences.join(', ')}`);
}

/** A window's list: first without an index, then with it. */
async function window(home, temporary) {
  const script = path.join(temporary, 'window.mjs');
  buildSync({ entryPoints: [path.join(here, 'window.mjs')], outfile: script, bundle: true, platform: 'node', format: 'esm', logLevel: 'error',
    banner: { js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);" } });
  const index = path.join(temporary, 'window.sqlite');
  for (const [name, seconds] of [['without an index', '0'], ['with its index', options.idle]]) {
    const { stdout } = await run(node, [script, home, index, dist, seconds]);
    const { openedMs, currentMs, idleCpuMs, residentMb } = JSON.parse(stdout);
    const idle = seconds === '0' ? '' : `; ${idleCpuMs.toFixed(0)} ms of processor time in ${seconds} idle seconds`;
    console.log(`  window ${name}: rows after ${openedMs.toFixed(0)} ms, up to date after ${currentMs.toFixed(0)} ms; ${residentMb.toFixed(0)} MiB${idle}`);
  }
}

async function run(...args) {
  const done = await measure(...args);
  if (done.code !== 0) throw new Error(`exit ${done.code}: ${done.stderr.slice(-500)}`);
  return done;
}

/** How much of each transcript to read so that the sum is `bytes`: all of a short one. */
function capFor(bytes, files) {
  const sizes = files.filter(({ file }) => path.basename(path.dirname(file)) !== 'subagents').map(({ size }) => size);
  const sum = (cap) => sizes.reduce((total, size) => total + Math.min(size, cap), 0);
  let [low, high] = [0, 1 << 20];
  while (high - low > 16) {
    const middle = (low + high) >> 1;
    if (sum(middle) < bytes) low = middle;
    else high = middle;
  }
  return high;
}

function row(name, { seconds, cpuSeconds, peakMb }, base) {
  const cpu = cpuSeconds === undefined ? '' : `  processor ${cpuSeconds.toFixed(2).padStart(6)} s ×${(cpuSeconds / base.cpuSeconds).toFixed(2).padStart(5)}`;
  const memory = peakMb === undefined ? '' : `  ${peakMb.toFixed(0).padStart(5)} MiB`;
  console.log(`${name.padEnd(32)} ${seconds.toFixed(2).padStart(7)} s ×${(seconds / base.seconds).toFixed(2).padStart(5)}${cpu}${memory}`);
}
