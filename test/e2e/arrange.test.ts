import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

/** More than the tree shows at first. */
const many = 230;

const project = (home: string): string => path.join(home, '.claude/projects/chores');

function writeChore({ home, workspace }: Workbench['folders'], number: number): void {
  const sessionId = `ace00000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const timestamp = new Date(Date.UTC(2020, 0, 1, 12, number)).toISOString();
  const message = { role: 'user', content: `Chore ${number}` };
  const prompt = { type: 'user', uuid: sessionId, parentUuid: null, isSidechain: false, sessionId, timestamp, cwd: path.join(workspace, 'chores'), message };
  fs.writeFileSync(path.join(project(home), `${sessionId}.jsonl`), `${JSON.stringify(prompt)}\n`);
}

describe('X5 X9 Filtering, sorting and grouping on the External tab', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['claude-code/home', 'codex/home'],
      agents: { claude: {}, codex: { 'resume --help': '--no-daemon' } },
      size: { width: 1280, height: 1500 },
      prepare(folders) {
        const { home, workspace } = folders;
        fs.mkdirSync(project(home));
        for (let number = 1; number <= many; number++) writeChore(folders, number);
        fs.writeFileSync(path.join(project(home), 'feed0000-0000-4000-8000-000000000001.jsonl'), '');
        const worktree = path.join(workspace, '.claude/worktrees/blue');
        fs.mkdirSync(worktree, { recursive: true });
        fs.writeFileSync(path.join(worktree, '.git'), `gitdir: ${workspace}/.git/worktrees/blue\n`);
      },
    });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.rows.first().waitFor();
  });
  after(() => vscode.close());

  const message = (text: string | RegExp): Locator => vscode.page.locator('.sidebar .pane-body .message').getByText(text);
  const input = (): Locator => vscode.page.locator('.quick-input-widget input[type="text"]');
  const titles = (): Promise<string[]> => vscode.rows.locator('.label-name').allTextContents();
  const action = (name: string): Locator => vscode.page.locator('.sidebar').getByRole('button', { name });
  const focusTree = async (): Promise<void> => {
    await vscode.run('Localix: Show External Sessions');
    await vscode.page.locator('.sidebar .pane-body .monaco-list:focus').waitFor();
  };
  const choices = async (): Promise<Locator> => {
    await vscode.run('Localix: Sort and Group Sessions');
    await vscode.page.getByPlaceholder('Sort or group the sessions').waitFor();
    return vscode.page.locator('.quick-input-list .monaco-list-row');
  };
  /** A list of choices that VS Code closes again at once, as a busy machine makes it do, is opened anew. */
  const arrange = async (choice: string): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const row = (await choices()).filter({ has: vscode.page.getByText(choice, { exact: true }) });
      try {
        return await row.click({ timeout: 5_000 });
      } catch (error) {
        if (tries === 3) throw error;
      }
    }
  };

  it('says how many are shown and how many are not, one click from the reasons', async () => {
    await message(/^2\d\d shown, [1-9]\d? not shown$/).waitFor();
    await action('Show Sessions Not Listed').click();
    const list = vscode.page.locator('.quick-input-list');
    await list.getByText('The file is empty.').first().waitFor();
    await list.getByText(/^Not listed \(\d+\)$/).waitFor();
    await vscode.page.keyboard.press('Escape');
  });

  it('filters while the person types, and Escape brings back what was there', async () => {
    await focusTree();
    await vscode.page.keyboard.press('Control+f');
    await input().fill('flaky LOGIN');
    await message(/^2 of 2\d\d match “flaky LOGIN”/).waitFor();
    await vscode.rows.nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(await titles(), ['Diagnose flaky login test', 'Diagnose flaky login test']);
    await input().fill('flaky LOGIN claude');
    await message(/^0 of 2\d\d match/).waitFor();
    await vscode.page.keyboard.press('Escape');
    await message(/ shown, /).waitFor();
    await vscode.row('Try the blue theme').waitFor();
  });

  it('searches folders and ids, and sessions that are not loaded; a kept filter can be cleared', async () => {
    await action('Filter Sessions').click();
    await input().fill('ace00000 chores 000000000007');
    await vscode.row('Chore 7').waitFor();
    await vscode.page.keyboard.press('Enter');
    await input().waitFor({ state: 'hidden' });
    assert.deepEqual(await titles(), ['Chore 7']);
    await action('Clear Filter').click();
    await message(/ shown, /).waitFor();
    await action('Clear Filter').waitFor({ state: 'detached' });
  });

  it('keeps the filter when a row is chosen while typing', async () => {
    await action('Filter Sessions').click();
    await input().fill('blue theme');
    await message(/^1 of /).waitFor();
    await vscode.row('Try the blue theme').click();
    await input().waitFor({ state: 'hidden' });
    await vscode.tab('Try the blue theme').waitFor();
    await message(/^1 of /).waitFor();
  });

  it('names the main checkout of a worktree in the tooltip', async () => {
    await vscode.page.mouse.move(900, 700);
    await vscode.row('Try the blue theme').hover();
    await vscode.page.locator('.monaco-hover').getByText(`Worktree of: ${vscode.folders.workspace}`).waitFor();
    await action('Clear Filter').click();
  });

  it('groups by agent, with counts', async () => {
    await arrange('Agent');
    await vscode.row('Claude Code').waitFor();
    assert.match((await vscode.row('Claude Code').getAttribute('aria-label')) ?? '', /^Claude Code, 2\d\d sessions$/);
    assert.equal(await vscode.row('Claude Code').getAttribute('aria-level'), '1');
  });

  it('keeps a group collapsed while its sessions change', async () => {
    // A page that was opened before may take the focus away once more.
    for (let tries = 0; tries < 5 && !(await vscode.row('Codex').isVisible()); tries++) {
      await focusTree();
      await vscode.page.keyboard.press('Home');
      await vscode.page.keyboard.press('ArrowLeft');
      await vscode.page.waitForTimeout(500);
    }
    await vscode.row('Codex').waitFor();
    const counted = (): Promise<string | null> => vscode.row('Claude Code').getAttribute('aria-label');
    const before = await counted();
    writeChore(vscode.folders, many + 1);
    while ((await counted()) === before) await vscode.page.waitForTimeout(50);
    assert.equal(await vscode.row('Claude Code').getAttribute('aria-expanded'), 'false');
  });

  it('marks what is chosen, and keeps it for the folder', async () => {
    await arrange('Title');
    const rows = await choices();
    await rows.first().waitFor();
    const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    assert.deepEqual(labels.filter((label) => label.includes('current')).map((label) => label.split(',')[0]), ['Title', 'Agent']);
    await vscode.page.keyboard.press('Escape');
    await arrange('No groups');
    await vscode.reload();
    await vscode.row('Add a health endpoint').first().waitFor();
    const shown = await titles();
    assert.deepEqual(shown, [...shown].sort(new Intl.Collator('en', { numeric: true }).compare));
  });

  it('groups by day, newest first', async () => {
    await arrange('Day');
    await vscode.rows.and(vscode.page.locator('[aria-level="2"]')).first().waitFor();
    const [first = ''] = await titles();
    assert.match(first, /^(Today|Yesterday|\w+day|\w+ \d{1,2}(, \d{4})?)$/);
  });

  it('asks for nothing outside this machine', () => {
    assert.deepEqual([...vscode.outsideHosts], []);
  });
});
