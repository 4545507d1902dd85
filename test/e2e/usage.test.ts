import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const silent = '019ba609-0b56-74f2-9222-486a75ecb618';

/** A rollout of an old release, which records no tokens. */
function writeSilent(home: string, cwd: string): void {
  const folder = path.join(home, '.codex/sessions/2026/01/10');
  const at = (second: number): string => `2026-01-10T03:52:${second}.000Z`;
  const lines = [
    { timestamp: at(49), type: 'session_meta', payload: { id: silent, timestamp: at(49), cwd } },
    { timestamp: at(50), type: 'event_msg', payload: { type: 'user_message', message: 'Say nothing of tokens' } },
    { timestamp: at(51), type: 'event_msg', payload: { type: 'agent_message', message: 'Not a word.' } },
  ];
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, `rollout-2026-01-10T03-52-49-${silent}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const long = { sessions: 320, replies: 40, replyLength: 1 << 20, output: 7 };

/** One long session with copies of its file, which share its bytes on the disk: to read them all takes far longer than to press a button. */
function writeLong(home: string, cwd: string): void {
  const folder = path.join(home, '.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const at = new Date().toISOString();
  const record = (number: number, type: string, message: object): string =>
    `${JSON.stringify({ type, uuid: `u-${number}`, parentUuid: number === 0 ? null : `u-${number - 1}`, sessionId: id(1), cwd, timestamp: at, requestId: `req-${number}`, message })}\n`;
  const reply = (number: number): string =>
    record(number, 'assistant', { id: `msg-${number}`, role: 'assistant', model: 'model-a', content: [{ type: 'text', text: 'x'.repeat(long.replyLength) }], usage: { input_tokens: 0, output_tokens: long.output } });
  fs.mkdirSync(folder, { recursive: true });
  const first = path.join(folder, `${id(1)}.jsonl`);
  fs.writeFileSync(first, record(0, 'user', { role: 'user', content: 'Write at length' }));
  for (let number = 1; number <= long.replies; number++) fs.appendFileSync(first, reply(number));
  for (let number = 2; number <= long.sessions; number++) fs.linkSync(first, path.join(folder, `${id(number)}.jsonl`));
}

/** Chooses by typing, as the keyboard does in any drop-down list. */
async function choose(vscode: Workbench, page: FrameLocator, label: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).focus();
  await vscode.page.keyboard.type(typed);
}

describe('X27 Usage & Spend in the workbench', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['claude-code/home', 'codex/home'],
      agents: { claude: {}, codex: {} },
      settings: { 'localix.statusBarUsage': 'tokens' },
      prepare: ({ home, workspace }) => writeSilent(home, workspace),
      size: { width: 1280, height: 1000 },
    });
  });
  after(() => vscode.close());

  it('opens by its command and takes another period and filter from the keyboard', async () => {
    await vscode.run('Localix: Usage & Spend');
    const page = vscode.webview();
    await page.getByRole('heading', { name: 'Usage & Spend' }).waitFor();
    await choose(vscode, page, 'Period', 'All time');
    await page.getByRole('heading', { name: /^Tokens by/ }).waitFor();
    const figure = page.locator('.cards .figure').first();
    const all = await figure.textContent();
    await choose(vscode, page, 'Agent', 'Codex');
    await page.locator('.breakdown').first().getByRole('rowheader', { name: 'Claude Code' }).waitFor({ state: 'detached' });
    await page.locator('.breakdown').first().getByRole('rowheader', { name: 'Codex' }).waitFor();
    assert.notEqual(await figure.textContent(), all);
  });

  it('says of a session without usage that it is unknown, and opens it', async () => {
    const page = vscode.webview();
    await page.getByRole('button', { name: /records no usage|record no usage/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Say nothing of tokens' });
    await row.getByRole('cell', { name: 'unknown' }).waitFor();
    await row.getByRole('button', { name: 'Say nothing of tokens' }).focus();
    await vscode.page.keyboard.press('Enter');
    await vscode.tab('Say nothing of tokens').waitFor();
    await vscode.webview().getByText('Not a word.').waitFor();
  });

  it('leads to the setting of prices, also where it is one of another machine', async () => {
    await vscode.tab('Usage & Spend').click();
    await vscode.webview().getByRole('link', { name: 'Set Your Own Prices' }).click();
    await vscode.page.locator('.settings-editor .setting-item').getByText('Prices', { exact: true }).waitFor();
    await vscode.page.keyboard.press('Escape');
  });

  it('tells in the status bar what today has used, where that is set', async () => {
    await vscode.page.locator('.statusbar-item').filter({ hasText: /tokens/ }).waitFor();
  });
});

describe('X27 a first count that a person stops', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ agents: { claude: {} }, prepare: ({ home, workspace }) => writeLong(home, workspace), size: { width: 1280, height: 1000 } });
  });
  after(() => vscode.close());

  it('leaves a page that can be used, and goes on when asked to', async () => {
    await vscode.run('Localix: Usage & Spend');
    const page = vscode.webview();
    await page.getByRole('button', { name: 'Stop' }).click();
    const goOn = page.getByRole('button', { name: 'Continue Counting' });
    await goOn.waitFor();
    await choose(vscode, page, 'Period', 'Today');
    await page.getByRole('tab', { name: 'Localix' }).click();
    await page.getByText('Nothing is recorded yet.').waitFor();
    await page.getByRole('tab', { name: 'External' }).click();
    await goOn.click();
    await goOn.waitFor({ state: 'detached' });
    // Copies count once, so what is there at the end is what the one session used.
    await page.locator('.cards .figure').first().filter({ hasText: new RegExp(`^${long.replies * long.output}$`) }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await page.locator('.sessions').getByRole('button', { name: 'Write at length' }).first().focus();
    await vscode.page.keyboard.press('Enter');
    await vscode.tab('Write at length').waitFor();
  });
});
