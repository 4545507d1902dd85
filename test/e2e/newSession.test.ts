import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Workbench } from './harness/workbench';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function begin(vscode: Workbench, agent: string): Promise<void> {
  await vscode.run('Localix: New Session in…');
  await vscode.pick(agent);
}

describe('X13 Beginning a session in an agent', () => {
  let vscode: Workbench;
  before(async () => {
    const agents = { claude: {}, codex: { 'resume --help': '--no-daemon' }, hermes: {} };
    vscode = await openWorkbench({ histories: ['claude-code/home', 'codex/home'], agents, size: { width: 1280, height: 1500 }, env: { CLAUDECODE: '1' } });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.rows.first().waitFor();
  });
  after(() => vscode.close());

  it('offers the installed ones, and starts the chosen one in the folder, under an id of ours', async () => {
    await vscode.run('Localix: New Session in…');
    const offered = vscode.page.locator('.quick-input-list .monaco-list-row .label-name');
    await offered.first().waitFor();
    assert.deepEqual(await offered.allTextContents(), ['Claude Code', 'Codex', 'Hermes']);
    await vscode.pick('Claude Code');
    const { argv, cwd, env, tty } = await vscode.agents.started('claude');
    assert.deepEqual([argv[0], argv.length, cwd, tty, env['CLAUDECODE']], ['--session-id', 2, vscode.folders.workspace, true, undefined]);
    assert.match(argv[1] ?? '', uuid);
    await vscode.tab('Claude Code: new session').waitFor();
  });

  it('has a chat, which takes over the title, and reveals that terminal', async () => {
    const { argv } = await vscode.agents.started('claude');
    const prompt = { type: 'user', uuid: '11110000-0000-4000-8000-000000000001', parentUuid: null, sessionId: argv[1], cwd: vscode.folders.workspace, timestamp: new Date().toISOString(), isSidechain: false, version: '2.1.332', message: { role: 'user', content: 'Water the plants' } };
    const folder = path.join(vscode.folders.home, '.claude/projects', vscode.folders.workspace.replaceAll(/[^a-zA-Z0-9]/g, '-'));
    fs.writeFileSync(path.join(folder, `${argv[1]}.jsonl`), `${JSON.stringify(prompt)}\n`);
    await vscode.row('Sprint plan').click();
    await vscode.tab('Sprint plan').waitFor();
    assert.equal(await vscode.row('Water the plants').count(), 0, 'it is no row of External');
    await vscode.run('Localix: Show Localix Chats');
    await vscode.row('Water the plants').waitFor();
    // The palette gives the focus back, and then the command takes it once more, which would close a menu.
    await vscode.page.waitForTimeout(500);
    await vscode.chooseFromMenu(vscode.row('Water the plants'), 'Open in Claude Code');
    await vscode.terminalShows('claude stand-in');
    assert.equal(vscode.agents.starts('claude').length, 1);
  });

  it('goes on with that session on Enter when the program has ended', async () => {
    const { argv, pid } = await vscode.agents.started('claude');
    process.kill(pid, 'SIGTERM');
    await vscode.terminalShows('Press Enter to start it again');
    await vscode.terminal.click();
    await vscode.page.keyboard.press('Enter');
    assert.deepEqual((await vscode.agents.started('claude', 2)).argv, ['--resume', argv[1]]);
  });

  it('forks a session by the agent\'s own command', async () => {
    const id = 'c0de0000-0000-4000-8000-000000000005';
    await vscode.run('Localix: Show External Sessions');
    await vscode.row('Sprint plan').waitFor();
    await vscode.page.waitForTimeout(500);
    await vscode.chooseFromMenu(vscode.row('Sprint plan'), 'Fork in Claude Code');
    const { argv } = await vscode.agents.started('claude', 3);
    assert.deepEqual(argv.slice(0, 4), ['--resume', id, '--fork-session', '--session-id']);
    assert.match(argv[4] ?? '', uuid);
    assert.notEqual(argv[4], id);
  });

  it('keeps a Codex thread in the terminal', async () => {
    await begin(vscode, 'Codex');
    assert.deepEqual((await vscode.agents.started('codex')).argv, ['--no-daemon']);
  });
});

describe('X13 Beginning a session in a folder that is not trusted', () => {
  let vscode: Workbench;
  after(() => vscode.close());

  it('is refused with a way to trust it, and no program runs', async () => {
    vscode = await openWorkbench({ agents: { claude: {} }, trust: true, settings: { 'security.workspace.trust.startupPrompt': 'never' } });
    await begin(vscode, 'Claude Code');
    await vscode.notification('have not said you trust').getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    assert.deepEqual(vscode.agents.calls('claude'), []);
  });
});
