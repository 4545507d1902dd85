// Loaded into every Node process of a VS Code: an extension host writes down, every second, for how long at most its main
// thread was busy at a stretch since `start` was written.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');
const fs = require('node:fs');
const path = require('node:path');

const folder = process.env.LOCALIX_BENCH_DELAYS;
if (isMainThread && folder !== undefined && process.argv.some((argument) => argument.includes('extensionHost'))) {
  const resolution = 5;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let hasStarted = false;
  setInterval(() => {
    if (!hasStarted && fs.existsSync(path.join(folder, 'start'))) {
      hasStarted = true;
      delays.reset();
    }
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    fs.writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify({ hasStarted, max: ms(delays.max), p99: ms(delays.percentile(99)), mib: process.memoryUsage.rss() / 2 ** 20 }));
  }, 1000).unref();
}
