import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorkbench, type Workbench } from '../e2e/harness/workbench';
import { type MockModel, startMockModel } from './mockModel';
import { place, programs } from './programs';

const answer = 'Hello from the mock model.';

describe('X14 resuming with the real programs', () => {
  let model: MockModel;
  let vscode: Workbench;
  before(async () => {
    model = await startMockModel(answer);
    const env = Object.assign({}, ...programs.map((program) => program.env(model.origin))) as Record<string, string>;
    vscode = await openWorkbench({
      histories: ['claude-code/home', 'codex/home'],
      env,
      size: { width: 1280, height: 1500 },
      prepare: (folders) => place(folders, model.origin),
    });
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
  });
  after(async () => {
    await vscode.close();
    await model.stop();
  });

  function resume(row: string, item: string): Promise<void> {
    return vscode.chooseFromMenu(vscode.page.locator(`.sidebar [role="treeitem"][aria-label^="${row}"]`).first(), item);
  }

  /** Types a prompt and waits for the model's answer on the screen. */
  async function converse(prompt: string): Promise<void> {
    const before = model.requests.length;
    await vscode.terminal.click();
    await vscode.page.keyboard.type(prompt);
    await vscode.terminalShows(prompt);
    await vscode.page.keyboard.press('Enter');
    await vscode.terminalShows(answer);
    assert.ok(model.requests.length > before);
  }

  /** Settles when `text` is in the transcript: the screen may be ahead of the file. */
  async function recorded(transcript: string, text: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!fs.readFileSync(transcript, 'utf8').includes(text)) {
      assert.ok(Date.now() < deadline, `${transcript} does not hold: ${text}`);
      await sleep(100);
    }
  }

  it('Claude Code shows the earlier messages, and goes on in the same transcript', async () => {
    const id = 'c0de0000-0000-4000-8000-000000000002';
    const file = path.join(vscode.folders.home, '.claude/projects', vscode.folders.workspace.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${id}.jsonl`);
    await resume('Diagnose flaky login test, Claude Code', 'Open in Claude Code');
    await vscode.terminalShows('Raised the timeout from 10 to 1000 ms.');
    await converse('Say hello to the tests');
    await recorded(file, 'Say hello to the tests');
  });

  it('Codex shows the earlier messages, and goes on in the same rollout', async () => {
    const sessions = path.join(vscode.folders.home, '.codex/sessions');
    const rollout = fs.readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('-01a22c1e-6bce-7ff1-b701-ffadfe027ec8.jsonl')) ?? '';
    await resume('Diagnose flaky login test, Codex', 'Open in Codex');
    await vscode.terminalShows('The login test has no fixture.');
    await converse('Say hello to the tests');
    await recorded(path.join(sessions, rollout), 'Say hello to the tests');
  });
});
