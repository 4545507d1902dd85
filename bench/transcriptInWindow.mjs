// The measurement of transcriptWindow.mjs, which bundles and runs this:   node transcriptInWindow.mjs PROFILE SIZE [RUNS]
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorkbench } from '../test/e2e/harness/workbench';
import { writeLongSession } from './longSession.mjs';
import { isolatingContext, memoryOf, processOf } from './ownProcess.mjs';

const profile = process.argv[2];
const megabytes = Number(process.argv[3]);
const runs = Number(process.argv[4] ?? 3);
const id = '00000000-0000-4000-8000-000000000001';
/** Milliseconds that a list is scrolled for, and how often each. */
const scrolling = 3000;
const turns = 3;
/** In MiB. */
const memoryLimit = 300;
/** VS Code may not show a file of this size at all. */
const longest = 120_000;
let last = '';

const vscode = await openWorkbench({
  agents: { claude: {} },
  context: await isolatingContext(profile),
  // VS Code asks before it opens a large file, and would search and watch the folder.
  settings: { 'workbench.editorLargeFileConfirmation': 100_000, 'files.autoSave': 'off', 'search.followSymlinks': false },
  prepare: ({ home, workspace, extensions }) => {
    fs.symlinkSync(path.resolve('bench/blankPage'), path.join(extensions, 'localix.blank-page-0.0.0'), 'dir');
    const file = path.join(home, '.claude', 'projects', '-home-dev-app', `${id}.jsonl`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    last = writeLongSession(file, { id, cwd: workspace, megabytes });
    fs.linkSync(file, path.join(workspace, 'session.jsonl'));
  },
});
try {
  await vscode.showContainer('Localix');
  await vscode.run('Localix: Show External Sessions');
  const row = vscode.rows.first();
  await row.waitFor();
  const ours = [];
  const plain = [];
  for (let run = 0; run < runs; run++) {
    await vscode.showContainer('Localix');
    ours.push(await timed(() => row.click(), () => vscode.webview().getByText(last, { exact: true }).waitFor({ timeout: longest })));
    if (run === 0) await besideBlank();
    await closeAll();
    await vscode.showContainer('Explorer');
    const file = vscode.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'session.jsonl' });
    await file.waitFor();
    plain.push(await timed(() => file.click(), () => vscode.page.locator('.monaco-editor .view-line').filter({ hasText: 'sessionId' }).first().waitFor({ timeout: longest })));
    await closeAll();
  }
  console.log(`${megabytes} MB: the end of the transcript after ${list(ours)} ms, the start of the file as plain text after ${list(plain)} ms; medians ×${(median(ours) / median(plain)).toFixed(2)}`);
} finally {
  await vscode.close();
}

/** Milliseconds from `start` until `end` settles. */
async function timed(start, end) {
  const from = performance.now();
  await start();
  try {
    await end();
  } catch {
    return Infinity;
  }
  return performance.now() - from;
}

async function closeAll() {
  await vscode.run('View: Close All Editors');
  await sleep(1000);
}

/** What the page takes, and how it scrolls, beside a blank one in the same window. */
async function besideBlank() {
  await vscode.run('Localix Bench: Blank Page');
  const ours = await frameWith('.feed');
  const blank = await frameWith('#blank');
  await sleep(2000);
  const [ourProcess, blankProcess] = [await processOf(ours), await processOf(blank)];
  if (ourProcess === null || blankProcess === null || ourProcess === blankProcess) throw new Error(`the pages have no processes of their own: ${ourProcess}, ${blankProcess}`);
  await tellOfMemory('opened', ourProcess, blankProcess);
  const height = await ours.evaluate(() => document.querySelector('.feed').scrollHeight);
  await blank.evaluate((pixels) => {
    const list = document.querySelector('#blank');
    list.firstElementChild.style.height = `${pixels}px`;
    list.scrollTop = pixels;
  }, height);
  const rates = { ours: [], blank: [] };
  for (let turn = 0; turn < turns; turn++) {
    rates.ours.push(await ours.evaluate(framesPerSecond, { selector: '.feed', milliseconds: scrolling }));
    rates.blank.push(await blank.evaluate(framesPerSecond, { selector: '#blank', milliseconds: scrolling }));
  }
  const [own, other] = [median(rates.ours), median(rates.blank)];
  console.log(`${megabytes} MB: ${Math.round(height)} pixels high; scrolled at ${rates.ours.map(rounded).join(', ')} frames a second, a blank list at ${rates.blank.map(rounded).join(', ')}; medians ${rounded(own)} and ${rounded(other)}, ×${(own / other).toFixed(2)}`);
  await tellOfMemory('scrolled', ourProcess, blankProcess);
  // What is left is in use: until then the browser puts off clearing away.
  for (const frame of [ours, blank]) await clearAway(frame);
  await tellOfMemory('cleared away', ourProcess, blankProcess);
}

async function clearAway(frame) {
  // The page is in a frame of VS Code's, which is drawn in the same process.
  const session = await vscode.page.context().newCDPSession(frame.parentFrame());
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
}

/** Scrolls up by 60 pixels a frame. */
function framesPerSecond({ selector, milliseconds }) {
  const list = document.querySelector(selector);
  return new Promise((resolve) => {
    const started = performance.now();
    let count = 0;
    const step = () => {
      count++;
      list.scrollTop -= 60;
      if (performance.now() - started < milliseconds) requestAnimationFrame(step);
      else resolve((count * 1000) / (performance.now() - started));
    };
    requestAnimationFrame(step);
  });
}

/** The frame of the page that has such an element. */
async function frameWith(selector) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    for (const frame of vscode.page.frames()) if ((await frame.locator(selector).count().catch(() => 0)) > 0) return frame;
    await sleep(100);
  }
  throw new Error(`no page with ${selector}`);
}

async function tellOfMemory(when, ourProcess, blankProcess) {
  const [ours, blank] = [memoryOf(ourProcess), memoryOf(blankProcess)];
  const verdict = ours.pss < memoryLimit ? 'under' : 'OVER';
  console.log(`${megabytes} MB: ${when}, the page's own process has ${rounded(ours.pss)} MiB (${rounded(ours.own)} of it private), ${verdict} ${memoryLimit}; a blank page's ${rounded(blank.pss)} (${rounded(blank.own)}), ×${(ours.pss / blank.pss).toFixed(2)}`);
}

function rounded(number) {
  return number.toFixed(0);
}

function list(times) {
  return times.map((time) => time.toFixed(0)).join(', ');
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
