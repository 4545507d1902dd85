import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Workbench } from './harness/workbench';

describe('R7 Export in the workbench', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories: ['claude-code/home'], agents: { claude: {} }, size: { width: 1280, height: 1500 } });
    await vscode.showContainer('Localix');
    await vscode.page.getByRole('button', { name: 'Show External Sessions' }).first().click();
  });
  after(() => vscode.close());

  /** Answers the dialog that asks for a place, which is a text box here and proposes one first. */
  async function saveAs(file: string): Promise<void> {
    const dialog = vscode.page.locator('.quick-input-widget').filter({ hasText: 'Export Session' });
    const input = dialog.locator('input[type="text"]');
    const proposed = `/Diagnose flaky login test 00000002${path.basename(file).replace('session', '')}`;
    await vscode.page.waitForFunction((end) => [...document.querySelectorAll<HTMLInputElement>('.quick-input-widget input[type="text"]')].some(({ value }) => value.endsWith(end)), proposed);
    await input.fill(file);
    await dialog.getByRole('button', { name: 'OK' }).click();
  }

  it('writes a session to the file that the person names', async () => {
    const file = path.join(vscode.folders.workspace, 'session.atif.json');
    await vscode.chooseFromMenu(vscode.row('Diagnose flaky login test'), 'Export Session…');
    await vscode.pick('ATIF');
    await saveAs(file);
    await vscode.notification('Exported: session.atif.json').waitFor();
    const { steps } = JSON.parse(fs.readFileSync(file, 'utf8')) as { steps: { message: string }[] };
    assert.equal(steps[0]?.message, 'Why does the login test fail sometimes?');
  });

  it('is asked for on the transcript’s own page, too, which also copies a link to itself', async () => {
    await vscode.row('Diagnose flaky login test').click();
    await vscode.webview().getByRole('button', { name: 'Copy Link' }).click();
    await vscode.webview().getByText('Link to this session copied').waitFor();
    assert.match(await vscode.page.evaluate(() => navigator.clipboard.readText()), /:\/\/localix\.localix\/session\/claude-code\/c0de0000-0000-4000-8000-000000000002$/);
    const file = path.join(vscode.folders.workspace, 'session.redacted.md');
    await vscode.webview().getByRole('button', { name: 'Export Session…' }).click();
    await vscode.pick('Redacted Markdown');
    await saveAs(file);
    await vscode.notification('Exported: session.redacted.md').waitFor();
    assert.match(fs.readFileSync(file, 'utf8'), /## You\n\nWhy does the login test fail sometimes\?/);
  });

  it('offers first, in the palette, the session of the active tab', async () => {
    await vscode.row('Sprint plan').click();
    await vscode.webview().getByRole('heading', { name: 'Sprint plan', level: 1 }).waitFor();
    await vscode.run('Localix: Copy Session ID');
    const first = vscode.page.locator('.quick-input-list .monaco-list-row').first();
    await first.getByText('in the active tab').waitFor();
    assert.match((await first.getAttribute('aria-label')) ?? '', /^Sprint plan/);
    await vscode.page.keyboard.press('Enter');
    await vscode.page.getByText('Copied: c0de0000-0000-4000-8000-000000000005').waitFor();
  });
});
