// The measurement of terminals.mjs, which bundles and runs this:   node terminalsInWindow.mjs PROBE [OPTION…]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stopBrowser } from '../test/e2e/harness/browser';
import { openWorkbench } from '../test/e2e/harness/workbench';

const [probe, ...args] = process.argv.slice(2);
const { values: options } = parseArgs({
  args,
  options: { terminals: { type: 'string', default: '30' }, seconds: { type: 'string', default: '10' }, keys: { type: 'string', default: '20' } },
});
const delays = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-bench-'));
/** An agent that writes without end, or, while there is such a file, gives back what is typed. */
const agent = `#!/bin/sh
case "$*" in *--help*|*--version*) exit;; esac
if [ -e "$0.quiet" ]; then exec cat; fi
exec yes "A line as long as many that agents write while they work, with a colour: \x1b[32mdone\x1b[0m"
`;

const vscode = await openWorkbench({
  agents: { codex: {} },
  size: { width: 1280, height: 800 },
  env: { LOCALIX_BENCH_DELAYS: delays },
  prepare: ({ bin, extensions }) => {
    fs.writeFileSync(path.join(bin, 'codex'), agent, { mode: 0o755 });
    fs.symlinkSync(probe, path.join(extensions, 'localix.delay-probe-0.0.0'), 'dir');
  },
});
try {
  await vscode.showContainer('Localix');
  const quiet = path.join(vscode.folders.bin, 'codex.quiet');
  fs.writeFileSync(quiet, '');
  await begin();
  fs.rmSync(quiet);
  await vscode.run('Terminal: Create New Terminal in Editor Area');
  await vscode.terminal.waitFor();
  await sleep(2000);
  await vscode.terminal.click();
  await vscode.page.keyboard.type('cat\n');
  await sleep(500);
  print('alone', await echoes());

  for (let count = 0; count < Number(options.terminals); count++) await begin();
  await sleep(2000);
  fs.writeFileSync(path.join(delays, 'start'), '');
  await sleep(Number(options.seconds) * 1000);
  print(`beside ${options.terminals} that write without end`, await echoes());
  const { max, p99, own, mib } = JSON.parse(fs.readFileSync(path.join(delays, 'told.json'), 'utf8'));
  console.log(`extension host: busy at a stretch for at most ${max.toFixed(0)} ms, 99 of 100 times under ${p99.toFixed(0)} ms, ${own.toFixed(0)} ms of processor time; ${mib.toFixed(0)} MiB`);
  console.log(`terminal host: at most ${hostMemory().toFixed(0)} MiB`);
} finally {
  await vscode.close();
  await stopBrowser();
  fs.rmSync(delays, { recursive: true });
}

async function begin() {
  await vscode.run('Localix: New Session in…');
  await vscode.pick('Codex');
  await vscode.terminal.waitFor();
}

/** The median time from a key to its echo, in milliseconds: in the first tab, ours, and in the second. */
async function echoes() {
  const results = [];
  for (const tab of [0, 1]) {
    await vscode.page.locator('.editor-group-container .tab').nth(tab).click();
    await sleep(500);
    await vscode.terminal.click();
    const times = [];
    for (let key = 0; key < Number(options.keys); key++) times.push(await echo('abcdefghijklmnopqrstuvwxyz'[key % 26]));
    await vscode.page.keyboard.press('Enter');
    results.push(times.sort((a, b) => a - b)[times.length >> 1]);
  }
  return results;
}

/** Presses a key; the time until the screen changes. */
async function echo(key) {
  await vscode.page.evaluate(() => {
    const rows = document.querySelector('.editor-group-container .terminal-wrapper.active .xterm-rows');
    const text = () => [...rows.children].map((row) => row.textContent).join('');
    globalThis.echoed = new Promise((resolve) => {
      addEventListener('keydown', () => {
        const [before, at] = [text(), performance.now()];
        const observer = new MutationObserver(() => {
          if (text() === before) return;
          observer.disconnect();
          resolve(performance.now() - at);
        });
        observer.observe(rows, { childList: true, characterData: true, subtree: true });
      }, { capture: true, once: true });
    });
  });
  await vscode.page.keyboard.press(key);
  const time = await vscode.page.evaluate(() => globalThis.echoed);
  await sleep(50);
  return time;
}

function print(when, [ours, plain]) {
  console.log(`echo ${when}: ${ours.toFixed(1)} ms, of a plain terminal ${plain.toFixed(1)} ms, ×${(ours / plain).toFixed(2)}`);
}

/** In MiB. */
function hostMemory() {
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isOurs = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`terminalHost.js\0${vscode.folders.temporary}`);
      if (isOurs) return Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    } catch {
      // Ended meanwhile.
    }
  }
  return NaN;
}
