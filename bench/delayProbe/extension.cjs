// Writes down, every second, for how long at most the main thread of the extension host it is in was busy at a stretch since
// `start` was written beside.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const fs = require('node:fs');
const path = require('node:path');

exports.activate = () => {
  const folder = process.env.LOCALIX_BENCH_DELAYS;
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
    const told = { max: ms(delays.max), p99: ms(delays.percentile(99)), mib: process.memoryUsage.rss() / 2 ** 20 };
    fs.writeFileSync(path.join(folder, 'told.json'), JSON.stringify(told));
  }, 1000);
};
