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

  it('tells in the status bar what today has used, where that is set', async () => {
    await vscode.page.locator('.statusbar-item').filter({ hasText: /tokens/ }).waitFor();
  });
});
