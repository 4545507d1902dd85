import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const renamed = 'c0de0000-0000-4000-8000-000000000002';

describe('X1 X2 X3 The External tab in the workbench', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['claude-code/home', 'codex/home'],
      agents: { claude: {}, codex: { 'resume --help': '--no-daemon' } },
      // All rows are drawn at once.
      size: { width: 1280, height: 1500 },
    });
  });
  after(() => vscode.close());

  /** Both agents have a session of this title. */
  const usersRoute = (): Locator => vscode.rows.and(vscode.page.locator('[aria-label^="Add a users route, Codex"]'));
  const clipboard = (): Promise<string> => vscode.page.evaluate(() => navigator.clipboard.readText());
  const transcriptOf = (claudeId: string): string => {
    const projects = path.join(vscode.folders.home, '.claude/projects');
    const file = fs.readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${claudeId}.jsonl`));
    return path.join(projects, file ?? '');
  };

  it('is not the first one shown', async () => {
    await vscode.showContainer('Localix');
    await vscode.page.getByText('No chats in this project yet').waitFor();
    assert.equal(await vscode.rows.count(), 0);
  });

  it('lists the sessions of the folder and its subfolders, and not those of app-old', async () => {
    await vscode.page.getByRole('button', { name: 'Show External Sessions' }).first().click();
    await usersRoute().waitFor();
    await vscode.row('Upgrade the web package').waitFor();
    assert.equal(await vscode.row('Archive the old build').count(), 0);
    const count = await vscode.rows.count();
    await vscode.page.getByText(`Localix: External (${count})`, { exact: true }).waitFor();
  });

  it('says of a row what it is, also to a screen reader', async () => {
    const label = await vscode.row('Upgrade the web package').getAttribute('aria-label');
    assert.match(label ?? '', /^Upgrade the web package, Claude Code, ./);
  });

  it('shows a rename as soon as the agent has written it', async () => {
    await vscode.row('Diagnose flaky login test').first().waitFor();
    fs.appendFileSync(transcriptOf(renamed), `${JSON.stringify({ type: 'custom-title', customTitle: 'Login, once and for all', sessionId: renamed })}\n`);
    await vscode.row('Login, once and for all').waitFor();
  });

  it('copies a session\'s id and its resume command', async () => {
    await vscode.chooseFromMenu(usersRoute(), 'Copy Session ID');
    await vscode.page.getByText('Copied: 01a22c1e').waitFor();
    assert.equal(await clipboard(), '01a22c1e-b6f6-7a40-b8d8-17b81d38d9ca');
    await vscode.chooseFromMenu(vscode.row('Login, once and for all'), 'Copy Resume Command');
    await vscode.page.getByText('Copied: cd').waitFor();
    assert.equal(await clipboard(), `cd ${vscode.folders.workspace} && claude --resume ${renamed}`);
  });

  it('shows a session\'s file, locked against edits', async () => {
    await vscode.chooseFromMenu(vscode.row('Login, once and for all'), 'Reveal Transcript File');
    const tab = vscode.tab(`${renamed}.jsonl`);
    await tab.waitFor();
    const before = fs.readFileSync(transcriptOf(renamed), 'utf8');
    await vscode.page.locator('.editor-group-container .monaco-editor .view-lines').first().click();
    await vscode.page.keyboard.type('x');
    await vscode.page.getByText('Editor is read-only').first().waitFor();
    await vscode.run('View: Close Editor');
    await tab.waitFor({ state: 'detached' });
    assert.equal(fs.readFileSync(transcriptOf(renamed), 'utf8'), before);
  });

  it('shows a session\'s transcript on a click', async () => {
    await vscode.row('Login, once and for all').click();
    await vscode.webview().getByText('Why does the login test fail sometimes?').first().waitFor();
    await vscode.tab('Login, once and for all').waitFor();
  });

  it('keeps one tab for a session, and follows its title', async () => {
    await vscode.row('Login, once and for all').click();
    fs.appendFileSync(transcriptOf(renamed), `${JSON.stringify({ type: 'custom-title', customTitle: 'Login fixed', sessionId: renamed })}\n`);
    await vscode.tab('Login fixed').waitFor();
    assert.equal(await vscode.page.locator('.editor-group-container .tab').count(), 1);
  });

  it('opens a session by a part of its title from the palette', async () => {
    await vscode.run('Localix: Open Transcript');
    await vscode.page.locator('.quick-input-widget input[type="text"]').fill('users route');
    await vscode.pick('Add a users route');
    await vscode.tab('Add a users route').waitFor();
    await vscode.webview().getByText('Add a users route').first().waitFor();
  });

  it('names what it found and does not list, each with its reason', async () => {
    await vscode.run('Localix: Show Sessions Not Listed');
    await vscode.page.locator('.quick-input-list').getByText('part of another session').first().waitFor();
    await vscode.page.keyboard.press('Escape');
  });

  it('says where each agent\'s history comes from', async () => {
    await vscode.run('Localix: Where History Comes From');
    const page = vscode.webview();
    await page.getByRole('heading', { name: 'Where History Comes From' }).waitFor();
    await page.getByText(path.join(vscode.folders.home, '.codex/sessions')).first().waitFor();
    await page.getByText(path.join(vscode.folders.bin, 'codex')).waitFor();
    await vscode.page.keyboard.press('Control+F4');
  });

  it('is there again after a reload, and so are the transcripts', async () => {
    await vscode.tab('Add a users route').click();
    await vscode.reload();
    await vscode.row('Upgrade the web package').waitFor();
    await vscode.tab('Login fixed').click();
    await vscode.webview().getByText('Why does the login test fail sometimes?').first().waitFor();
  });

  it('asks for nothing outside this machine', () => {
    assert.deepEqual([...vscode.outsideHosts], []);
  });
});

describe('X10 The External tab with nothing to show', () => {
  let vscode: Workbench;
  afterEach(() => vscode.close());

  it('says that no agent is installed and where histories are looked for, and looks again on demand', async () => {
    vscode = await openWorkbench({ histories: ['codex/home'] });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.page.getByText('No coding agent was found on this machine').waitFor();
    await vscode.page.getByText('~/.codex/sessions').waitFor();
    vscode.agents.add('codex', { 'resume --help': '' });
    await vscode.page.locator('.welcome-view').getByRole('button', { name: 'Refresh' }).click();
    await vscode.row('Add a users route').waitFor();
  });

  it('says that nothing was recorded here', async () => {
    vscode = await openWorkbench({ agents: { claude: {}, codex: { 'resume --help': '' } } });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.page.getByText('No session was recorded in this folder').waitFor();
  });

  it('is not there without a folder', async () => {
    vscode = await openWorkbench({ folder: null });
    await vscode.showContainer('Localix');
    await vscode.page.getByText('Open a folder to see the sessions').waitFor();
    assert.equal(await vscode.page.getByRole('button', { name: 'Show External Sessions' }).count(), 0);
  });
});

describe('The External tab of two folders', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['claude-code/home'],
      agents: { claude: {} },
      size: { width: 1280, height: 1500 },
      prepare({ root, workspace }) {
        fs.mkdirSync(`${workspace}-old`);
        const folders = [{ path: workspace }, { path: `${workspace}-old`, name: 'The old one' }];
        fs.writeFileSync(path.join(root, 'two.code-workspace'), JSON.stringify({ folders }));
      },
      folder: ({ root }) => path.join(root, 'two.code-workspace'),
    });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.row('Archive the old build').waitFor();
  });
  after(() => vscode.close());

  const leveled = (): Promise<string[]> =>
    vscode.rows.evaluateAll((rows) => rows.map((row) => `${row.getAttribute('aria-level')} ${row.querySelector('.label-name')?.textContent}`));

  it('groups the sessions by folder', async () => {
    const levels = await leveled();
    const groups = levels.filter((row) => row.startsWith('1 '));
    assert.deepEqual(groups, ['1 app', '1 The old one']);
    assert.deepEqual(levels.slice(levels.indexOf('1 The old one') + 1), ['2 Archive the old build']);
    assert.ok(levels.includes('2 Sprint plan'));
  });

  it('arranges each folder by itself', async () => {
    await vscode.chooseFromMenu(vscode.row('The old one'), 'Sort and Group Sessions');
    await vscode.page.getByPlaceholder('Sort or group the sessions').waitFor();
    await vscode.pick('Agent');
    await vscode.row('Claude Code').waitFor();
    const levels = await leveled();
    assert.deepEqual(levels.slice(levels.indexOf('1 The old one') + 1), ['2 Claude Code', '3 Archive the old build']);
    assert.ok(levels.includes('2 Sprint plan'));
  });
});
