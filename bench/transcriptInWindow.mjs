// The measurement of transcriptWindow.mjs, which bundles and runs this:   node transcriptInWindow.mjs SIZE [RUNS]
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopBrowser } from '../test/e2e/harness/browser';
import { openWorkbench } from '../test/e2e/harness/workbench';
import { writeLongSession } from './longSession.mjs';

const megabytes = Number(process.argv[2]);
const runs = Number(process.argv[3] ?? 3);
const id = '00000000-0000-4000-8000-000000000001';
/** Milliseconds that each list is scrolled for. */
const scrolling = 4000;
/** VS Code may not show a file of this size at all. */
const longest = 120_000;
let last = '';

const vscode = await openWorkbench({
  agents: { claude: {} },
  size: { width: 1280, height: 800 },
  // VS Code asks before it opens a large file, and would search and watch the folder.
  settings: { 'workbench.editorLargeFileConfirmation': 100_000, 'files.autoSave': 'off', 'search.followSymlinks': false },
  prepare: ({ home, workspace }) => {
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
    const before = new Map(renderers().map(({ pid, mib }) => [pid, mib]));
    ours.push(await timed(() => row.click(), () => vscode.webview().getByText(last, { exact: true }).waitFor({ timeout: longest })));
    if (run === 0) await tellOfMemory(before);
    if (run === runs - 1) await tellOfScrolling();
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
  await stopBrowser();
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

/** How the page scrolls beside a blank list of its height. */
async function tellOfScrolling() {
  await sleep(1000);
  const feed = vscode.webview().locator('.feed');
  const height = await feed.evaluate((element) => element.scrollHeight);
  const frames = (element, { milliseconds, isBlank }) =>
    new Promise((resolve) => {
      let scroller = element;
      if (isBlank) {
        scroller = document.createElement('div');
        scroller.style.cssText = 'position: fixed; inset: 0; overflow: auto; background: #fff; z-index: 9';
        const inner = document.createElement('div');
        inner.style.height = `${element.scrollHeight}px`;
        scroller.append(inner);
        document.body.append(scroller);
        scroller.scrollTop = scroller.scrollHeight;
      }
      const started = performance.now();
      let count = 0;
      const step = () => {
        count++;
        scroller.scrollTop -= 60;
        if (performance.now() - started < milliseconds) return void requestAnimationFrame(step);
        if (isBlank) scroller.remove();
        resolve((count * 1000) / (performance.now() - started));
      };
      requestAnimationFrame(step);
    });
  const blank = await feed.evaluate(frames, { milliseconds: scrolling, isBlank: true });
  const ours = await feed.evaluate(frames, { milliseconds: scrolling, isBlank: false });
  console.log(`${megabytes} MB: ${Math.round(height)} pixels high; scrolled at ${ours.toFixed(1)} frames a second, a blank list at ${blank.toFixed(1)}, ×${(ours / blank).toFixed(2)}`);
}

/** What memory the page takes: by how much it has grown the process that it grew most. The window's own draws it too. */
async function tellOfMemory(before) {
  await sleep(1000);
  const heap = await vscode.webview().locator('.feed').evaluate(() => performance.memory.usedJSHeapSize / 2 ** 20);
  const grown = renderers().map(({ pid, mib }) => ({ mib, by: mib - (before.get(pid) ?? 0) }));
  const [page] = grown.sort((a, b) => b.by - a.by);
  console.log(`${megabytes} MB: ${page.mib.toFixed(0)} MiB in the process that draws the page and the window, ${page.by.toFixed(0)} more than before; its heap ${heap.toFixed(0)} MiB`);
}

/** The renderer processes below this one, with what each has in memory, in MiB. */
function renderers() {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const status = fs.readFileSync(`/proc/${name}/status`, 'utf8');
      const isRenderer = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer');
      return [{ pid: Number(name), parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), mib: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024, isRenderer }];
    } catch {
      // Ended meanwhile.
      return [];
    }
  });
  const below = (parent) => all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(process.pid).filter(({ isRenderer }) => isRenderer);
}

function list(times) {
  return times.map((time) => time.toFixed(0)).join(', ');
}

function median(times) {
  return [...times].sort((a, b) => a - b)[times.length >> 1];
}
