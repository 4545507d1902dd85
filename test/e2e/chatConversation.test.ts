import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Workbench } from './harness/workbench';

const id = 'c0de0000-0000-4000-8000-000000000005';
const title = 'Sprint plan';

/** Runs in a process of its own: an answer to the last record of the session. */
const writer = `
const fs = require('node:fs');
const [file, text] = process.argv.slice(1);
const records = fs.readFileSync(file, 'utf8').trimEnd().split('\\n').map((line) => JSON.parse(line));
const last = records.findLast(({ uuid }) => uuid !== undefined);
const message = { id: 'msg_' + records.length, role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }] };
const record = { ...records.findLast(({ type }) => type === 'assistant'), message, uuid: 'a1000000-0000-4000-8000-' + String(records.length).padStart(12, '0'), parentUuid: last.uuid, timestamp: new Date().toISOString() };
fs.appendFileSync(file, JSON.stringify(record) + '\\n');
`;

describe('P2 X13 X21 The conversation of a chat in the window', () => {
  let vscode: Workbench;
  before(async () => {
    vscode = await openWorkbench({
      histories: ['claude-code/home'],
      agents: { claude: {} },
      settings: { 'localix.openTerminalWithChat': false },
      size: { width: 1280, height: 1000 },
    });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.row(title).waitFor();
    await vscode.chooseFromMenu(vscode.row(title), 'Open in Claude Code');
    await vscode.agents.started('claude');
    await vscode.run('Localix: Show Localix Chats');
    await vscode.row(title).click();
  });
  after(() => vscode.close());

  /** Has another process write an answer into the session's file. */
  function answer(text: string): void {
    const projects = path.join(vscode.folders.home, '.claude/projects');
    const file = fs.readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(`${id}.jsonl`));
    execFileSync(process.execPath, ['-e', writer, path.join(projects, file ?? ''), text]);
  }

  it('is that of its session, above the composer', async () => {
    await vscode.webview().getByRole('heading', { name: title, level: 1 }).waitFor();
    await vscode.webview().getByText('Three stories fit.').waitFor();
    await vscode.webview().getByRole('textbox', { name: 'Message' }).waitFor();
    await vscode.screenshot('chat-conversation');
  });

  it('shows what another process writes into the session', async () => {
    answer('A fourth story fits as well.');
    await vscode.webview().getByText('A fourth story fits as well.').waitFor();
  });

  it('is there again after a reload, and is followed further', async () => {
    await vscode.reload();
    await vscode.webview().getByText('A fourth story fits as well.').waitFor({ timeout: 60_000 });
    answer('A fifth does not.');
    await vscode.webview().getByText('A fifth does not.').waitFor();
  });
});
