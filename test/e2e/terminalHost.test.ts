import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorkbench, type Workbench } from './harness/workbench';

const codexId = '01a22c1e-b6f6-7a40-b8d8-17b81d38d9ca';
const size = { width: 1280, height: 1500 };
const session = 'Add a users route, Codex';
const shown = `codex stand-in: ["resume","--no-daemon","${codexId}"]`;

async function showExternal(vscode: Workbench): Promise<void> {
  await vscode.showContainer('Localix');
  await vscode.run('Localix: Show External Sessions');
  await row(vscode).waitFor();
}

/** What was opened in its agent is a chat, on the other tab. */
async function showChats(vscode: Workbench): Promise<void> {
  await vscode.showContainer('Localix');
  await vscode.run('Localix: Show Localix Chats');
  await row(vscode).waitFor();
  // The palette gives the focus back, and then the command takes it once more, which would close a menu.
  await vscode.page.waitForTimeout(500);
}

function row(vscode: Workbench) {
  return vscode.rows.and(vscode.page.locator(`[aria-label^="${session}"]`));
}

function isRunning(pid: number): boolean {
  return fs.existsSync(`/proc/${pid}`);
}

async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(50);
}

/** The terminal hosts of the server. */
function hosts(vscode: Workbench): number[] {
  return fs.readdirSync('/proc').map(Number).filter((pid) => {
    try {
      return pid > 0 && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`terminalHost.js\0${vscode.folders.temporary}`);
    } catch {
      return false;
    }
  });
}

describe('X16 Terminals of a window that is loaded again', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories: ['codex/home'], size, agents: { codex: { 'resume --help': '--no-daemon' } } });
    await showExternal(vscode);
  });
  after(() => vscode.close());

  it('come behind what is shown', async () => {
    await vscode.chooseFromMenu(row(vscode), 'Open in Codex');
    await vscode.terminalShows(shown);
    await vscode.chooseFromMenu(vscode.row('Write a test haiku'), 'Open in Codex');
    await vscode.agents.started('codex', 2);
    await vscode.row('Release 1.2 notes').click();
    await vscode.webview().getByRole('button', { name: 'Open in Codex' }).waitFor();
    await vscode.reload();
    for (const title of ['Add a users route', 'Write a test haiku']) await vscode.terminalTab(title).waitFor();
    await vscode.page.locator('.editor-group-container .tab.active').getByText('Release 1.2 notes').waitFor();
    await vscode.screenshot('restored');
  });
});

describe('X16 X20 Terminals that outlive their window', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['codex/home'],
      size,
      agents: { codex: { 'resume --help': '--no-daemon' } },
      prepare: ({ bin }) => {
        // An agent that leaves something running in a group of its own, which does not end when it is asked to.
        fs.renameSync(path.join(bin, 'codex'), path.join(bin, 'codex-alone'));
        const script = ['#!/bin/bash', 'if [ "$2" != --help ]; then set -m; (trap "" HUP; exec sleep 9999) & echo $! > "$0.child"; fi', 'exec "$0-alone" "$@"'];
        fs.writeFileSync(path.join(bin, 'codex'), `${script.join('\n')}\n`, { mode: 0o755 });
      },
    });
    await showExternal(vscode);
  });
  after(() => vscode.close());

  const child = (): number => Number(fs.readFileSync(path.join(vscode.folders.bin, 'codex.child'), 'utf8'));

  it('are there after a reload, with the same process and the same screen', async () => {
    await vscode.chooseFromMenu(row(vscode), 'Open in Codex');
    const { pid } = await vscode.agents.started('codex');
    await vscode.terminalShows(shown);
    await vscode.reload();
    await vscode.terminalTab('Add a users route').waitFor();
    await vscode.terminalShows(shown);
    await vscode.screenshot('reloaded');
    assert.ok(isRunning(pid));
    assert.equal(vscode.agents.starts('codex').length, 1);
  });

  it('end with all they started when their tab is closed', async () => {
    const { pid } = await vscode.agents.started('codex');
    await vscode.terminalTab('Add a users route').click();
    await vscode.run('View: Close Editor');
    await ended(pid);
    await ended(child());
    await vscode.reload();
    await showChats(vscode);
    await sleep(2000);
    assert.equal(await vscode.terminalTab('Add a users route').count(), 0);
  });

  it('are one when two windows open the same session at the same moment', async () => {
    const other = await vscode.another();
    await showChats(other);
    await Promise.all([vscode, other].map((window) => window.chooseFromMenu(row(window), 'Open in Codex')));
    await Promise.all([vscode, other].map((window) => window.terminalShows(shown)));
    assert.equal(vscode.agents.starts('codex').length, 2);
    await other.run('View: Close Editor');
    await vscode.terminalShows('Stopped in another window');
  });

  it('say so when their host is killed, and open again', async () => {
    await vscode.terminal.click();
    await vscode.page.keyboard.press('Enter');
    await vscode.agents.started('codex', 3);
    const [host] = hosts(vscode);
    assert.ok(host !== undefined);
    process.kill(host, 'SIGKILL');
    await vscode.terminalShows('connection to this process was lost');
    await vscode.page.keyboard.press('Enter');
    await vscode.agents.started('codex', 4);
  });
});
