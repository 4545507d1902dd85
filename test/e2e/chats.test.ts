import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { ChatId } from '../../src/core/ids';
import { comparable } from '../../src/platform/folders';
import { Store } from '../../src/store/store';
import type { ServerFolders } from '../harness/server';
import { must } from '../unit/store/storeFolder';
import { choose, focusChats, focusRow, type } from './harness/chatList';
import { openWorkbench, type Workbench } from './harness/workbench';

const histories = ['claude-code/home', 'codex/home'];
const agents = { claude: {}, codex: { 'resume --help': '--no-daemon' } };

/** The list shows where the person went, and so does the chat's page, which takes the focus. */
async function opened(vscode: Workbench, title: string): Promise<void> {
  await vscode.row(title).and(vscode.page.locator('.selected')).waitFor();
  await vscode.webview().getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function newChat(vscode: Workbench, title: string): Promise<void> {
  // An empty list takes no keys.
  if ((await vscode.rows.count()) === 0) await vscode.run('Localix: New Chat');
  else {
    await focusChats(vscode);
    await vscode.page.keyboard.press('Control+n');
  }
  await opened(vscode, 'New chat');
  await focusRow(vscode, 'New chat');
  await vscode.page.keyboard.press('F2');
  await type(vscode, title);
  await vscode.row(title).waitFor();
}

async function searching(vscode: Workbench): Promise<void> {
  await vscode.page.locator('.quick-input-widget input[placeholder="Words of the title"]:focus').waitFor();
}

/** Puts chats into the store before the first window opens: a plan with seven steps, the first of which has a child. */
async function plantTree({ data, workspace }: ServerFolders): Promise<void> {
  const store = new Store({ folder: path.join(data, 'User/globalStorage/localix.localix/store'), script: path.resolve('dist/storeWorker.js'), log: (line) => assert.fail(line) });
  const folder = { path: workspace, comparable: await comparable(workspace), identity: null };
  const project = must(await store.write('ensureProject', { folder, name: 'app', now: 1 })).id;
  const make = async (title: string, now: number, parent?: ChatId): Promise<ChatId> =>
    must(await store.write('createChat', { project, title, now, ...(parent !== undefined && { parent, kind: 'worker' }) })).id;
  await make('Other', 1);
  const plan = await make('Plan', 2);
  const steps: ChatId[] = [];
  for (let step = 1; step <= 7; step++) steps.push(await make(`Step ${step}`, 2 + step, plan));
  await make('Deep', 20, steps[0]);
  await store.end();
}

const spoken = async (row: Locator): Promise<string> => (await row.getAttribute('aria-label')) ?? '';
const titles = (vscode: Workbench): Promise<string[]> => vscode.rows.locator('.label-name').allTextContents();

describe('X11 P4 The Localix tab, by keyboard alone', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories, agents, size: { width: 1280, height: 900 } });
    await vscode.showContainer('Localix');
  });
  after(() => vscode.close());

  it('says what it is for while there is no chat', async () => {
    await vscode.page.getByText('No chats in this project yet.').waitFor();
    await vscode.page.locator('.sidebar').getByRole('button', { name: 'New Chat' }).first().waitFor();
  });

  it('makes and renames chats', async () => {
    for (const title of ['Alpha', 'Beta', 'Gamma']) await newChat(vscode, title);
    assert.deepEqual(await titles(vscode), ['Gamma', 'Beta', 'Alpha']);
    assert.match(await spoken(vscode.row('Alpha')), /^Alpha, now/);
  });

  it('pins one, and unpins it', async () => {
    await focusRow(vscode, 'Alpha');
    await choose(vscode, 'Pin');
    await vscode.row('Pinned').waitFor();
    assert.deepEqual(await titles(vscode), ['Pinned', 'Alpha', 'Gamma', 'Beta']);
    assert.match(await spoken(vscode.row('Alpha')), /^Alpha, pinned, now/);
    await vscode.screenshot('chats-pinned');
    await focusRow(vscode, 'Alpha');
    await choose(vscode, 'Unpin');
    await vscode.row('Pinned').waitFor({ state: 'detached' });
  });

  it('marks one as unread, and as read', async () => {
    await focusRow(vscode, 'Beta');
    await choose(vscode, 'Mark as Unread');
    await vscode.rows.and(vscode.page.locator('[aria-label^="Beta, unread, now"]')).waitFor();
    await vscode.screenshot('chats-unread');
    await focusRow(vscode, 'Beta');
    await choose(vscode, 'Mark as Read');
    await vscode.rows.and(vscode.page.locator('[aria-label^="Beta, now"]')).waitFor();
  });

  it('archives one, can undo that, shows what is archived, and brings it back', async () => {
    await focusRow(vscode, 'Beta');
    await choose(vscode, 'Archive');
    await vscode.row('Beta').waitFor({ state: 'detached' });
    await vscode.notification('Archived: 1 chat').getByRole('button', { name: 'Undo' }).press('Enter');
    await vscode.row('Beta').waitFor();
    await focusRow(vscode, 'Beta');
    await choose(vscode, 'Archive');
    await vscode.row('Beta').waitFor({ state: 'detached' });
    await vscode.run('Localix: Show Archived Chats');
    await focusRow(vscode, 'Archived');
    await vscode.page.keyboard.press('ArrowRight');
    await vscode.row('Beta').waitFor();
    await vscode.screenshot('chats-archived');
    await focusRow(vscode, 'Beta');
    await choose(vscode, 'Unarchive');
    await vscode.row('Archived').waitFor({ state: 'detached' });
    assert.deepEqual(await titles(vscode), ['Gamma', 'Beta', 'Alpha']);
    await vscode.run('Localix: Hide Archived Chats');
  });

  it('copies the id and the link', async () => {
    await focusRow(vscode, 'Gamma');
    await choose(vscode, 'Copy Chat ID');
    await vscode.page.getByText('Copied: LOCALIX-3').waitFor();
    await focusRow(vscode, 'Gamma');
    await choose(vscode, 'Copy Chat Link');
    await vscode.page.getByText(/Copied: .*:\/\/localix\.localix\/chat\/LOCALIX-3/).waitFor();
  });

  it('searches titles, and Escape brings all back', async () => {
    await focusChats(vscode);
    await vscode.page.keyboard.press('Control+f');
    await searching(vscode);
    await vscode.page.keyboard.type('GAM');
    for (const other of ['Alpha', 'Beta']) await vscode.row(other).waitFor({ state: 'detached' });
    assert.deepEqual(await titles(vscode), ['Gamma']);
    await vscode.page.keyboard.press('Escape');
    await vscode.row('Beta').waitFor();
  });

  it('goes to another chat from a list', async () => {
    await focusChats(vscode);
    await vscode.page.keyboard.press('Control+k');
    await vscode.page.getByPlaceholder('Go to a chat of this project').waitFor();
    await vscode.page.keyboard.type('alp');
    await vscode.page.keyboard.press('Enter');
    await opened(vscode, 'Alpha');
  });

  it('deletes one after a question', async () => {
    await focusRow(vscode, 'Beta');
    await vscode.page.keyboard.press('Delete');
    await vscode.dialog.getByText('Delete the chat “Beta”?').waitFor();
    await vscode.page.keyboard.press('Escape');
    await focusRow(vscode, 'Beta');
    await vscode.page.keyboard.press('Delete');
    await vscode.dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await vscode.row('Beta').waitFor({ state: 'detached' });
    assert.deepEqual(await titles(vscode), ['Gamma', 'Alpha']);
    await vscode.tab('Beta').waitFor({ state: 'detached' });
    await vscode.tab('Alpha').waitFor();
  });

  it('starts an agent that is linked to a chat, and never another one for it', async () => {
    await focusRow(vscode, 'Gamma');
    await choose(vscode, 'Link an Agent');
    await vscode.page.getByPlaceholder('Agent to link').waitFor();
    await vscode.page.keyboard.type('codex');
    await vscode.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: 'Codex' }).waitFor();
    await vscode.page.keyboard.press('Enter');
    const { cwd } = await vscode.agents.started('codex');
    assert.equal(cwd, vscode.folders.workspace);
    await vscode.tab('Gamma').first().waitFor();
    await focusRow(vscode, 'Gamma');
    await choose(vscode, 'Show Terminal of Chat');
    await vscode.terminalShows('codex stand-in');
    assert.equal(vscode.agents.starts('codex').length, 1);
  });

  it('shows the same after a reload', async () => {
    await vscode.reload();
    await vscode.row('Gamma').waitFor();
    assert.deepEqual(await titles(vscode), ['Gamma', 'Alpha']);
    assert.match(await spoken(vscode.row('Gamma')), /^Gamma, Codex, /);
  });

  it('pins several at once, and undoes it', async () => {
    await focusRow(vscode, 'Gamma');
    await vscode.page.keyboard.press('Control+a');
    await choose(vscode, 'Pin');
    await vscode.row('Pinned').waitFor();
    await vscode.notification('Pinned: 2 chats').getByRole('button', { name: 'Undo' }).press('Enter');
    await vscode.row('Pinned').waitFor({ state: 'detached' });
  });
});

describe('X7 X9 X14 A native session and its chat', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories, agents, size: { width: 1280, height: 1500 } });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
  });
  after(() => vscode.close());
  const codex = (): Locator => vscode.rows.and(vscode.page.locator('[aria-label^="Add a users route, Codex"]'));

  it('are one row: opened in its agent, the session is a chat on the Localix tab and no row of External', async () => {
    const before = await spoken(codex());
    await vscode.chooseFromMenu(codex(), 'Open in Codex');
    await vscode.agents.started('codex');
    await codex().waitFor({ state: 'detached' });
    await vscode.run('Localix: Show Localix Chats');
    await codex().waitFor();
    assert.equal((await spoken(codex())).replace(', running', ''), before, 'the same title and the same time');
    assert.match(await spoken(codex()), /, running, /);
    await vscode.pageTab('Add a users route').waitFor();
    await vscode.terminalTab('Add a users route').waitFor();
    await vscode.screenshot('chats-linked');
  });

  it('stay one when the chat is archived', async () => {
    await vscode.chooseFromMenu(codex(), 'Archive');
    await codex().waitFor({ state: 'detached' });
    await vscode.run('Localix: Show External Sessions');
    await vscode.rows.first().waitFor();
    await vscode.page.waitForTimeout(500);
    assert.equal(await codex().count(), 0);
  });

  it('do not come from reading a transcript', async () => {
    await vscode.row('Sprint plan').click();
    await vscode.webview().locator('article').first().waitFor();
    await vscode.row('Sprint plan').waitFor();
    await vscode.run('Localix: Show Localix Chats');
    await vscode.page.getByText('No chats in this project yet.').waitFor();
  });

  it('share the live terminal, whichever opens it', async () => {
    await vscode.notification('Archived: 1 chat').getByRole('button', { name: 'Undo' }).click();
    await codex().waitFor();
    await vscode.chooseFromMenu(codex(), 'Open in Codex');
    await vscode.terminalShows('codex stand-in');
    assert.equal(vscode.agents.starts('codex').length, 1);
  });
});

describe('P4 Branches of chats', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ agents, prepare: plantTree });
    await vscode.showContainer('Localix');
    await vscode.row('Plan').waitFor();
  });
  after(() => vscode.close());
  const under = async (): Promise<string[]> => (await titles(vscode)).slice(1, -1);
  const isExpanded = async (title: string): Promise<string | null> => vscode.row(title).getAttribute('aria-expanded');

  it('are folded, with the number of children', async () => {
    assert.deepEqual(await titles(vscode), ['Plan', 'Other']);
    assert.match(await spoken(vscode.row('Plan')), /^Plan, 7 chats, /);
    await vscode.row('Plan').getByText('(7)').waitFor();
  });

  it('show five children, then all, then five again', async () => {
    await focusRow(vscode, 'Plan');
    await vscode.page.keyboard.press('ArrowRight');
    await vscode.row('Show All (7)').waitFor();
    assert.deepEqual(await under(), ['Step 7', 'Step 6', 'Step 5', 'Step 4', 'Step 3', 'Show All (7)']);
    await vscode.screenshot('chats-tree');
    await focusRow(vscode, 'Show All (7)');
    await vscode.page.keyboard.press('Enter');
    await vscode.row('Show Less').waitFor();
    assert.deepEqual(await under(), ['Step 7', 'Step 6', 'Step 5', 'Step 4', 'Step 3', 'Step 2', 'Step 1', 'Show Less']);
    await vscode.row('Show Less').click();
    await vscode.row('Show All (7)').waitFor();
  });

  it('keep their folds over a search, which opens the paths to what it finds, and over a reload', async () => {
    await focusRow(vscode, 'Plan');
    await vscode.page.keyboard.press('ArrowLeft');
    await vscode.row('Step 7').waitFor({ state: 'detached' });
    await vscode.page.keyboard.press('Control+f');
    await searching(vscode);
    await vscode.page.keyboard.type('deep');
    await vscode.row('Deep').waitFor();
    assert.deepEqual(await titles(vscode), ['Plan', 'Step 1', 'Deep']);
    await vscode.page.keyboard.press('Escape');
    await vscode.row('Other').waitFor();
    assert.equal(await isExpanded('Plan'), 'false');
    await focusRow(vscode, 'Plan');
    await vscode.page.keyboard.press('ArrowRight');
    await vscode.row('Step 7').waitFor();
    await vscode.reload();
    await vscode.row('Step 7').waitFor();
    assert.equal(await isExpanded('Plan'), 'true');
  });

  it('open on the way to a nested chat that is opened', async () => {
    await vscode.run('Localix: Go to Chat');
    await vscode.page.getByPlaceholder('Go to a chat of this project').waitFor();
    await vscode.page.keyboard.type('deep');
    await vscode.page.keyboard.press('Enter');
    await opened(vscode, 'Deep');
    assert.deepEqual(await under(), ['Step 7', 'Step 6', 'Step 5', 'Step 4', 'Step 3', 'Step 1', 'Deep', 'Show All (7)']);
  });

  it('P2 are gone on with where the person last was, after a reload', async () => {
    await vscode.reload();
    await vscode.row('Deep').and(vscode.page.locator('.selected')).waitFor();
  });
});

describe('P1 Two windows on one profile', () => {
  let vscode: Workbench;
  let other: Workbench;
  before(async () => {
    vscode = await openWorkbench({ agents });
    other = await vscode.another();
    for (const window of [vscode, other]) await window.showContainer('Localix');
    await other.page.getByText('No chats in this project yet.').waitFor();
  });
  after(() => vscode.close());

  /** Milliseconds from here until it is there. */
  const within = async (what: Locator, state: 'visible' | 'detached' = 'visible'): Promise<number> => {
    const from = performance.now();
    await what.waitFor({ state });
    return Math.round(performance.now() - from);
  };

  it('show the same chats', async () => {
    const took: Record<string, number> = {};
    await vscode.run('Localix: New Chat');
    await vscode.row('New chat').waitFor();
    took['made'] = await within(other.row('New chat'));
    await vscode.page.keyboard.press('Escape');
    await focusRow(vscode, 'New chat');
    await vscode.page.keyboard.press('F2');
    await type(vscode, 'Shared');
    took['renamed'] = await within(other.row('Shared'));
    await focusRow(vscode, 'Shared');
    await choose(vscode, 'Pin');
    took['pinned'] = await within(other.row('Pinned'));
    await focusRow(vscode, 'Shared');
    await choose(vscode, 'Archive');
    took['archived'] = await within(other.row('Shared'), 'detached');
    console.log(`      seen in the other window after (ms): ${JSON.stringify(took)}`);
  });

  it('close the page of a chat that is deleted in one of them', async () => {
    await vscode.run('Localix: New Chat');
    await other.row('New chat').click();
    await other.tab('New chat').waitFor();
    await focusRow(vscode, 'New chat');
    await vscode.page.keyboard.press('Delete');
    await vscode.dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    for (const window of [vscode, other]) {
      await window.row('New chat').waitFor({ state: 'detached' });
      await window.tab('New chat').waitFor({ state: 'detached' });
    }
  });
});
