// Writes down, every second, for how long at most the main thread of the extension host it is in was busy at a stretch since
// `start` was written beside: by the clock, and by the processor time that it took itself, which other programs' load does not lengthen.
const fs = require('node:fs');
const path = require('node:path');

exports.activate = () => {
  const folder = process.env.LOCALIX_BENCH_DELAYS;
  const resolution = 5;
  let [stretches, own] = [[], 0];
  let last = { at: performance.now(), processor: processorTime() };
  setInterval(() => {
    const now = { at: performance.now(), processor: processorTime() };
    stretches.push(Math.max(0, now.at - last.at - resolution));
    own = Math.max(own, now.processor - last.processor);
    last = now;
  }, resolution);
  let hasStarted = false;
  setInterval(() => {
    if (!hasStarted && fs.existsSync(path.join(folder, 'start'))) {
      hasStarted = true;
      [stretches, own] = [[], 0];
    }
    const sorted = stretches.toSorted((a, b) => a - b);
    const told = { max: sorted.at(-1) ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, own, mib: process.memoryUsage.rss() / 2 ** 20 };
    fs.writeFileSync(path.join(folder, 'told.json'), JSON.stringify(told));
  }, 1000);
};

/** Of the main thread, in milliseconds. */
function processorTime() {
  return Number(fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
