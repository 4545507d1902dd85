import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
  await page.getByLabel(label, { exact: true }).focus();
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

describe('X27 Usage & Spend while it is counted for the first time', () => {
  it('leaves a usable page when it is stopped, and goes on later', async () => {
    const vscode = await openWorkbench({
      agents: { claude: {}, codex: {} },
      prepare: ({ home }) => {
        const made = spawnSync(process.execPath, [path.resolve('bench/genHistory.mjs'), '--root', home, '--mb', '4', '--sessions', '160', '--mix', '1', '--quiet']);
        assert.equal(made.status, 0);
        // In the midst of the others, and slow to read: a gigabyte takes a second, and holds nothing.
        const project = path.join(home, '.claude/projects/-home-dev-h');
        fs.mkdirSync(project);
        const big = path.join(project, '00000000-0000-4000-8000-000000000001.jsonl');
        fs.writeFileSync(big, `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: '1', cwd: '/home/dev/h', timestamp: '2026-01-10T10:00:00.000Z', message: { role: 'user', content: 'hold on' } })}\n`);
        fs.truncateSync(big, 12 << 30);
      },
    });
    try {
      await vscode.run('Localix: Usage & Spend');
      const page = vscode.webview();
      await choose(vscode, page, 'Sessions', 'Everywhere');
      await choose(vscode, page, 'Period', 'All time');
      await page.getByRole('button', { name: 'Stop' }).click({ timeout: 60_000 });
      await page.getByText('Not all sessions are counted').waitFor({ timeout: 60_000 });
      const sessions = page.locator('.cards .figure').nth(2);
      const part = Number(await sessions.textContent());
      assert.ok(part > 0 && part < 160, String(part));
      await page.getByRole('button', { name: 'Go On Counting' }).click();
      await page.getByText('Not all sessions are counted').waitFor({ state: 'detached' });
      await page.locator('.cards .figure').nth(2).filter({ hasText: /^160$/ }).waitFor({ timeout: 60_000 });
    } finally {
      await vscode.close();
    }
  });
});
