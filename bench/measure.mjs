import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Of the times in `/proc`, the same on every Linux. */
const ticksPerSecond = 100;

/**
 * Runs a program to its end. `seconds` is wall time, `cpuSeconds` that of processors in all its threads; `peakMb` the largest resident set of the process and of its children
 * together, in MiB (Linux; elsewhere undefined), looked at every 10 ms.
 */
export function measure(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const output = { stdout: [], stderr: [] };
    child.stdout.on('data', (chunk) => output.stdout.push(chunk));
    child.stderr.on('data', (chunk) => output.stderr.push(chunk));
    const peaks = new Map();
    const ticks = new Map();
    const look = () => {
      for (const pid of [child.pid, ...childrenOf(child.pid)]) {
        peaks.set(pid, peakOf(pid) ?? peaks.get(pid) ?? 0);
        ticks.set(pid, ticksOf(pid) ?? ticks.get(pid) ?? 0);
      }
    };
    look();
    const timer = setInterval(look, 10);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      const total = (numbers) => [...numbers.values()].reduce((a, b) => a + b, 0);
      const sum = total(peaks);
      const cpu = total(ticks) / ticksPerSecond;
      resolve({
        code,
        seconds: (performance.now() - started) / 1000,
        cpuSeconds: cpu > 0 ? cpu : undefined,
        peakMb: sum > 0 ? sum / 1024 : undefined,
        stdout: Buffer.concat(output.stdout).toString(),
        stderr: Buffer.concat(output.stderr).toString(),
      });
    });
  });
}

/** The run of `times` with the median wall time; `peakMb` is the largest of all. */
export async function median(times, run) {
  const runs = [];
  for (let index = 0; index < times; index++) runs.push(await run());
  runs.sort((a, b) => a.seconds - b.seconds);
  const middle = runs[Math.floor(runs.length / 2)];
  return { ...middle, peakMb: Math.max(...runs.map((one) => one.peakMb ?? 0)) || undefined };
}

function childrenOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function peakOf(pid) {
  try {
    const kb = /^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Number(kb);
  } catch {
    return undefined;
  }
}

/** User and system time so far. */
function ticksOf(pid) {
  try {
    // The name, in brackets, may hold spaces; what follows it does not.
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}
