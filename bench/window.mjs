// The list of one window, as the extension keeps it, without VS Code around it: prints when it opened, and what it costs while
// nothing happens.   node window.js HOME INDEX DIST SECONDS   (bundled by run.mjs)
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { programs } from '../src/agents/programs';
import { DemoInstallations } from '../src/demo/demoAgents';
import { ExternalSessions } from '../src/external/externalSessions';
import { WorkerPool } from '../src/workers/pool';
import { ThreadedWatcher } from '../src/workers/watcher';

const [home, indexFile, dist, seconds] = process.argv.slice(2);
/** For what follows the first list: the watcher looks at every file, the index is saved. */
const settle = 8000;

const log = (line) => process.stderr.write(`${line}\n`);
const external = new ExternalSessions({
  agents: programs,
  installations: new DemoInstallations(programs),
  place: { home, env: {} },
  indexFile,
  operations: new WorkerPool({ script: path.join(dist, 'scanWorker.js'), size: Math.max(1, os.availableParallelism() - 1), log }),
  watcher: new ThreadedWatcher({ script: path.join(dist, 'watchWorker.js'), log }),
  log,
});

const started = performance.now();
while (external.listing('/').sessions.length === 0) await sleep(2);
const openedMs = performance.now() - started;
await external.find('codex:none');
const currentMs = performance.now() - started;
await sleep(settle);
const before = process.cpuUsage();
await sleep(Number(seconds) * 1000);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ openedMs, currentMs, idleCpuMs: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 2 ** 20 }));
process.exit(0);
