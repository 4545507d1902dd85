import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const codexId = '01a22c1e-b6f6-7a40-b8d8-17b81d38d9ca';
const size = { width: 1280, height: 1500 };
const histories = ['claude-code/home', 'codex/home'];

/** Both agents have a session of this title. */
function usersRoute(vscode: Workbench): Locator {
  return vscode.rows.and(vscode.page.locator('[aria-label^="Add a users route, Codex"]'));
}

async function showExternal(vscode: Workbench): Promise<void> {
  await vscode.showContainer('Localix');
  await vscode.run('Localix: Show External Sessions');
  await usersRoute(vscode).waitFor();
}

/** What was opened in its agent is a chat, on the other tab. */
async function showChats(vscode: Workbench): Promise<void> {
  await vscode.run('Localix: Show Localix Chats');
  await usersRoute(vscode).waitFor();
  // The palette gives the focus back, and then the command takes it once more, which would close a menu.
  await vscode.page.waitForTimeout(500);
}

/** Presses the button that a row shows under the pointer. */
async function openIn(agent: string, row: Locator): Promise<void> {
  const button = row.locator(`.action-label[aria-label="Open in ${agent}"]`);
  for (let tries = 5; ; tries--) {
    await row.hover();
    try {
      return await button.click({ timeout: 2_000 });
    } catch (error) {
      // A row that is drawn anew in between has lost the pointer.
      if (tries === 0) throw error;
    }
  }
}

async function ended(pid: number): Promise<void> {
  while (fs.existsSync(`/proc/${pid}`)) await sleep(50);
}

describe('X14 X16 Resuming a session in its own agent', () => {
  let vscode: Workbench;
  before(async () => {
    const agents = { claude: {}, codex: { 'resume --help': 'Options:\n  --no-daemon  Run without the shared background server' } };
    vscode = await openWorkbench({ histories, agents, size, env: { CODEX_THREAD_ID: 'of a parent agent', CLAUDECODE: '1', VSCODE_NLS_CONFIG: '{}' } });
    await showExternal(vscode);
  });
  after(() => vscode.close());

  it('starts exactly that session, in its folder, in an editor tab', async () => {
    await openIn('Codex', usersRoute(vscode));
    const { argv, cwd, tty } = await vscode.agents.started('codex');
    assert.deepEqual([argv, cwd, tty], [['resume', '--no-daemon', codexId], vscode.folders.workspace, true]);
    await vscode.terminalTab('Add a users route').waitFor();
    await vscode.terminalShows(`codex stand-in: ["resume","--no-daemon","${codexId}"]`);
  });

  it('shows the page of its chat behind that tab', async () => {
    await vscode.pageTab('Add a users route').click();
    await vscode.webview().getByRole('heading', { name: 'Add a users route', level: 1 }).waitFor();
    assert.equal(vscode.agents.starts('codex').length, 1);
  });

  it('gives it an environment without what VS Code and parent agents leave behind', async () => {
    const { env } = await vscode.agents.started('codex');
    assert.deepEqual(Object.keys(env).filter((name) => /^(ELECTRON_|VSCODE_|CODEX_THREAD_ID$)/.test(name) && name !== 'VSCODE_IPC_HOOK_CLI'), []);
    assert.equal(env['HOME'], vscode.folders.home);
    assert.equal(env['TERM'], 'xterm-256color');
  });

  it('reveals the terminal that is there instead of starting a second process', async () => {
    await vscode.row('Upgrade the web package').click();
    await vscode.tab('Upgrade the web package').waitFor();
    await showChats(vscode);
    await openIn('Codex', usersRoute(vscode));
    await vscode.terminalShows('codex stand-in');
    assert.equal(vscode.agents.starts('codex').length, 1);
  });

  it('ends the process with its tab', async () => {
    const { pid } = await vscode.agents.started('codex');
    await vscode.terminalTab('Add a users route').click();
    await vscode.run('View: Close Editor');
    await ended(pid);
  });

  it('says how a process ended, and starts it again on Enter', async () => {
    await openIn('Codex', usersRoute(vscode));
    process.kill((await vscode.agents.started('codex', 2)).pid, 'SIGTERM');
    await vscode.terminalShows('Press Enter to start it again');
    await vscode.terminal.click();
    await vscode.page.keyboard.press('Enter');
    assert.deepEqual((await vscode.agents.started('codex', 3)).argv, ['resume', '--no-daemon', codexId]);
  });

  it('also goes from the transcript', async () => {
    await vscode.run('Localix: Show External Sessions');
    await vscode.row('Sprint plan').click();
    await vscode.webview().getByRole('button', { name: 'Open in Claude Code' }).click();
    assert.deepEqual((await vscode.agents.started('claude')).argv, ['--resume', 'c0de0000-0000-4000-8000-000000000005']);
  });

  it('whose page gives way to that of its chat; opened again, it says what it is', async () => {
    await vscode.terminalTab('Sprint plan').waitFor();
    await vscode.pageTab('Sprint plan').click();
    await vscode.webview().getByRole('button', { name: 'Claude Code' }).getByText('Claude Code').waitFor();
    await vscode.webview().getByText('running', { exact: true }).waitFor();
    assert.equal(await vscode.pageTab('Sprint plan').count(), 1);
    await vscode.webview().getByRole('button', { name: 'Open Transcript' }).click();
    await vscode.tab('Sprint plan (Transcript)').waitFor();
    await vscode.run('View: Close Editor');
  });

  it('says which folder is gone, and starts nothing', async () => {
    await openIn('Claude Code', vscode.row('Upgrade the web package'));
    await vscode.notification(path.join(vscode.folders.workspace, 'packages/web')).waitFor();
    assert.equal(vscode.agents.starts('claude').length, 1);
  });

  it('says that the session is gone, and starts nothing', async () => {
    await showChats(vscode);
    await vscode.chooseFromMenu(usersRoute(vscode), 'Open Transcript');
    const before = vscode.agents.starts('codex').length;
    const sessions = path.join(vscode.folders.home, '.codex/sessions');
    const file = fs.readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${codexId}.jsonl`));
    await vscode.webview().getByRole('button', { name: 'Open in Codex' }).waitFor();
    fs.rmSync(path.join(sessions, file ?? ''));
    await vscode.webview().getByRole('button', { name: 'Open in Codex' }).click();
    await vscode.notification('no longer in the history of Codex').waitFor();
    assert.equal(vscode.agents.starts('codex').length, before);
  });

  it('says that the agent is not installed, and what to do', async () => {
    vscode.agents.remove('claude');
    await vscode.run('Localix: Show External Sessions');
    await openIn('Claude Code', vscode.row('CSS cleanup').first());
    await vscode.notification('Claude Code was not found on this machine').getByRole('button', { name: 'Refresh' }).waitFor();
    assert.equal(vscode.agents.starts('claude').length, 1);
  });
});

describe('X14 Resuming with an older Codex', () => {
  let vscode: Workbench;
  after(() => vscode.close());

  it('leaves out the option that it does not know', async () => {
    vscode = await openWorkbench({ histories, agents: { codex: { 'resume --help': 'Usage: codex resume [ID]' } }, size });
    await showExternal(vscode);
    await openIn('Codex', usersRoute(vscode));
    assert.deepEqual((await vscode.agents.started('codex')).argv, ['resume', codexId]);
  });
});

describe('X14 Resuming in a folder that is not trusted', () => {
  let vscode: Workbench;
  after(() => vscode.close());

  it('is refused with a way to trust it; reading works, and no program runs', async () => {
    vscode = await openWorkbench({ histories, agents: { codex: { 'resume --help': '--no-daemon' } }, size, trust: true, settings: { 'security.workspace.trust.startupPrompt': 'never' } });
    await showExternal(vscode);
    await usersRoute(vscode).click();
    await vscode.webview().getByRole('button', { name: 'Open in Codex' }).click();
    await vscode.notification('have not said you trust').getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await vscode.page.locator('.workspace-trust-editor').waitFor();
    assert.deepEqual(vscode.agents.calls('codex'), []);
  });
});
