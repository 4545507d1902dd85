// Runs mocha inside the extension host of a real VS Code: the files of test/host.
//   node test/harness/hostTests.ts [--grep TEXT] [--forbid-only] [--verbose]
// Exit codes: 0 all passed, 1 a test failed or the run was rejected, 3 the page crashed, 4 no result in time,
//             5 the host ended before the result was written, 6 no test ran.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { startServer, type Server } from './server.ts';

const { values: options } = parseArgs({
  options: { grep: { type: 'string' }, 'forbid-only': { type: 'boolean' }, verbose: { type: 'boolean' } },
});
const limitMs = 300_000;

interface Counted {
  readonly passed: number;
  readonly failed: number;
}

/** Prints what is appended to a file until it is told to stop. */
function follow(file: string): { stop(): void } {
  let shown = 0;
  const show = (): void => {
    const text = fs.readFileSync(file, 'utf8');
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const timer = setInterval(show, 100);
  return {
    stop() {
      clearInterval(timer);
      show();
    },
  };
}

/** Calls `onEnd` with the exit code that the window reports for its extension host. */
async function listen(page: Page, windowLog: string[], onEnd: (code: number) => void): Promise<void> {
  // VS Code calls these two functions of the window when they exist.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    windowLog.push([type, ...args].join(' '));
    if (options.verbose) console.error(...args);
  });
  await page.exposeFunction('codeAutomationExit', onEnd);
  page.once('crash', () => onEnd(3));
  setTimeout(() => onEnd(4), limitMs).unref();
}

async function runTests(server: Server, page: Page): Promise<number> {
  const log = path.join(server.folders.root, 'mocha.log');
  fs.writeFileSync(log, '');
  // The second witness: a host that is killed, or a runner that exits early, must not look like a pass.
  const result = process.env['LOCALIX_TEST_RESULT'] ?? path.join(server.folders.root, 'result.json');
  const environment = {
    LOCALIX_TEST_RESULT: result,
    LOCALIX_TEST_LOG: log,
    ...(options.grep === undefined ? {} : { LOCALIX_TEST_GREP: options.grep }),
    ...(options['forbid-only'] ? { LOCALIX_TEST_FORBID_ONLY: '1' } : {}),
  };
  const windowLog: string[] = [];
  let end: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => (end = resolve));
  await listen(page, windowLog, end);
  const output = follow(log);
  await page.goto(
    server.url(server.folders.workspace, [
      ['extensionDevelopmentPath', server.remote(process.cwd())],
      ['extensionTestsPath', server.remote(path.resolve('dist/test/host/index.js'))],
      ['extensionEnvironment', JSON.stringify(environment)],
    ]),
  );
  const code = await ended;
  output.stop();
  const counted = fs.existsSync(result) ? (JSON.parse(fs.readFileSync(result, 'utf8')) as Counted) : undefined;
  if (counted === undefined || code > 1) {
    console.error(`The extension host gave no result (${code}). The last of the window's log:\n${windowLog.slice(-40).join('\n')}`);
    fs.mkdirSync('test-results', { recursive: true });
    await page.screenshot({ path: 'test-results/host.png', timeout: 5000 }).catch(() => {});
    return code || 5;
  }
  if (counted.passed + counted.failed === 0) return 6;
  return code || (counted.failed > 0 ? 1 : 0);
}

const server = await startServer({ driver: true, idleSeconds: 600, verbose: options.verbose === true });
const browser = await startBrowser();
try {
  process.exitCode = await runTests(server, await browser.newPage());
} finally {
  await browser.close();
  await server.stop();
}
