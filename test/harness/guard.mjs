// Runs a program and ends it with everything it started when our standard input closes: on a wish to stop, and
// also when whoever started us dies in any way. Then removes the temporary folder.
//   node guard.mjs FOLDER PROGRAM [ARGUMENT…]      started as the leader of a process group (`detached`)
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [folder, program, ...args] = process.argv.slice(2);
const graceMs = 3000;

/** The other members of our process group: the server's extension hosts, terminals and file watchers. */
function others() {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid).map(Number).filter((pid) => {
    try {
      // "pid (command) state parent group …", where the command may hold spaces and brackets.
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state !== 'Z' && Number(group) === process.pid;
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
  signal(-process.pid, 'SIGTERM');
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
