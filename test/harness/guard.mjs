// Runs a program and ends it with everything it started when our standard input closes: on a wish to stop, and
// also when whoever started us dies in any way. Then removes the temporary folder.
//   node guard.mjs FOLDER PROGRAM [ARGUMENT…]      started as the leader of a process group (`detached`), TMPDIR below FOLDER
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [folder, program, ...args] = process.argv.slice(2);
const graceMs = 3000;

/** Handed on to whatever is started, and no other run has it. */
const mark = process.env.TMPDIR?.startsWith(`${folder}/`) ? `TMPDIR=${process.env.TMPDIR}` : undefined;

/**
 * What the program started and still runs: the other members of our process group, and what has left it. Each program on a
 * terminal is the leader of a session of its own, and so is what outlives its window; they are known by their environment.
 */
function others() {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid).map(Number).filter((pid) => {
    try {
      // "pid (command) state parent group …", where the command may hold spaces and brackets.
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return false;
      return Number(group) === process.pid || fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
    } catch {
      return false;
    }
  });
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

let ending = false;
function end() {
  if (ending) return;
  ending = true;
  for (const pid of others()) signal(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  const timer = setInterval(() => {
    const left = others();
    if (left.length > 0 && Date.now() < deadline) return;
    clearInterval(timer);
    for (const pid of left) signal(pid, 'SIGKILL');
    // Whoever is being killed may still write for a moment.
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    process.exit(0);
  }, 50);
}

for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, end);
// Writing to a reader that is gone must not end us before the clean-up.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.stdin.on('end', end).on('error', end).resume();
spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).on('exit', end).on('error', end);
