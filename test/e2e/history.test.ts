import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Workbench } from './harness/workbench';

const session = 'c0de0000-0000-4000-8000-000000000002';

describe('R4 R5 The history of a session in the workbench', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({ histories: ['claude-code/home'], agents: { claude: {} }, size: { width: 1280, height: 1500 } });
    await vscode.showContainer('Localix');
    await vscode.page.getByRole('button', { name: 'Show External Sessions' }).first().click();
    await vscode.row('Diagnose flaky login test').click();
    await vscode.webview().getByRole('button', { name: 'History' }).click();
  });
  after(() => vscode.close());

  it('has its messages, and the texts of tools when they are asked for', async () => {
    const page = vscode.webview();
    await page.getByRole('article', { name: 'You #1' }).getByText('Why does the login test fail sometimes?').waitFor();
    await page.getByRole('button', { name: 'Show All Types' }).click();
    await page.getByRole('button', { name: 'Tool call: Read' }).click();
    await page.getByRole('dialog').getByText('"file_path"').waitFor();
    await vscode.page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('goes on as the session does', async () => {
    const projects = path.join(vscode.folders.home, '.claude/projects');
    const name = fs.readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith(`${session}.jsonl`)) ?? '';
    const file = path.join(projects, name);
    const records = fs.readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { uuid?: string; isSidechain?: boolean });
    const parentUuid = records.findLast(({ uuid, isSidechain }) => uuid !== undefined && isSidechain !== true)?.uuid;
    const message = { role: 'user', content: 'One more thing' };
    fs.appendFileSync(file, `${JSON.stringify({ type: 'user', uuid: 'new', parentUuid, sessionId: session, cwd: vscode.folders.workspace, timestamp: new Date().toISOString(), message })}\n`);
    await vscode.webview().getByRole('article', { name: /^You/ }).getByText('One more thing').waitFor();
  });
});
