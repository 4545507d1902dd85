import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from 'playwright-core';
import { agentNames } from '../../src/shared/agentId';
import { Store } from '../../src/store/store';
import { openWorkbench, type Workbench } from '../e2e/harness/workbench';
import { type MockModel, startMockModel } from './mockModel';
import { place, type Program, programs, startsOf } from './programs';

const answer = 'Hello from the mock model.';

/** What agents leave to the processes they start: as if the editor had been opened from inside each of them. */
const parents = {
  CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ID: '5a0c1f6e-0000-4000-8000-00000000dead', AI_AGENT: 'claude-code',
  CODEX_THREAD_ID: '01a22d06-0000-7000-8000-00000000dead', COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: '5a0c1f6e-0000-4000-8000-00000000beef', HERMES_SESSION_SOURCE: 'gateway', PWD: '/',
};

const prompt = 'Say hello to the tests';

describe('X13 X14 X17 Chats linked to the real programs, in an editor that was opened from inside an agent', () => {
  let model: MockModel;
  let vscode: Workbench;
  /** As another window sees it. */
  let store: Store;
  before(async () => {
    model = await startMockModel(answer);
    const env = Object.assign({}, parents, ...programs.map((program) => program.env(model.origin))) as Record<string, string>;
    vscode = await openWorkbench({ env, size: { width: 1280, height: 1500 }, prepare: (folders) => place(folders, model.origin) });
    // Programs of a hundred megabytes, on a machine with other work.
    vscode.page.setDefaultTimeout(60_000);
    await vscode.showContainer('Localix');
    const folder = path.join(vscode.folders.data, 'User/globalStorage/localix.localix/store');
    store = new Store({ folder, script: path.resolve('dist/storeWorker.js'), log: assert.fail });
  });
  after(async () => {
    await store.end();
    await vscode.close();
    await model.stop();
    // Neither a program nor our terminal host outlives the editor and its folders.
    while (processesOf(vscode.folders.home).length > 0) await sleep(100);
  });

  const pill = (): Locator => vscode.webview().locator('button.pill');

  /** Settles with the id that is saved for the program's chat. */
  async function identityOf({ agent }: Program): Promise<string> {
    for (;;) {
      const chats = await store.read('chats', {});
      const native = chats.ok && chats.value.find(({ link }) => link?.agent === agent)?.link?.nativeId;
      if (typeof native === 'string') return native;
      await sleep(100);
    }
  }

  /** Some programs take an Enter right after other keys for a part of a pasted text: pressed until there is an answer. */
  async function send(): Promise<void> {
    const answered = vscode.terminalShows(answer).then(() => true);
    do await vscode.page.keyboard.press('Enter');
    while (!(await Promise.race([answered, sleep(3000, false)])));
  }

  /** What a program has open tells its number; the script below which it runs has the same. */
  async function ended(program: Program): Promise<void> {
    const name = new RegExp(`(^|/)${program.name}(\\.mjs)?\0`);
    while (processesOf(vscode.folders.home).some((command) => name.test(command))) await sleep(100);
  }

  for (const program of programs) {
    const name = agentNames[program.agent];

    describe(name, () => {
      it('is linked to a new chat, and its session is found once the first prompt was sent', async () => {
        await vscode.run('Localix: New Chat');
        await pill().click();
        await vscode.pick(name);
        await vscode.terminalShows(program.ready);
        await vscode.terminal.click();
        await vscode.page.keyboard.type(prompt);
        await vscode.terminalShows(prompt);
        await send();
        await identityOf(program);
        assert.equal(startsOf(vscode.folders, program).length, 1);
      });

      it('is resumed by the pill after its tab was closed: the same conversation is on the screen', async () => {
        await vscode.run('View: Close Editor');
        await ended(program);
        await pill().click();
        await vscode.terminalShows(answer);
        await vscode.terminalShows(prompt);
        const { length, 1: resumed } = startsOf(vscode.folders, program);
        assert.equal(length, 2);
        assert.ok(resumed?.includes(await identityOf(program)), resumed);
      });

      it('is an error when the session is gone, and nothing is started or made', async () => {
        await vscode.run('View: Close Editor');
        await ended(program);
        removeSession(vscode.folders.home, program);
        const left = filesOf(vscode.folders.home);
        await pill().click();
        await vscode.webview().getByText(`no longer in the history of ${name}`).waitFor();
        assert.equal(startsOf(vscode.folders, program).length, 2);
        assert.deepEqual(filesOf(vscode.folders.home), left);
        await vscode.run('View: Close All Editors');
      });
    });
  }
});

/** The command lines of all processes whose home this is. */
function processesOf(home: string): string[] {
  return fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).flatMap((pid) => {
    try {
      const isThere = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
      return isThere ? [fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  });
}

/** Where a program keeps sessions: a folder whose files go, or a database and its statement. */
const sessions: Readonly<Record<string, { readonly folder: string } | { readonly database: string; readonly statement: string }>> = {
  'claude-code': { folder: '.claude/projects' },
  codex: { folder: '.codex/sessions' },
  gemini: { folder: '.gemini/tmp' },
  copilot: { folder: '.copilot/session-state' },
  opencode: { database: '.local/share/opencode/opencode.db', statement: 'DELETE FROM session' },
  hermes: { database: '.hermes/state.db', statement: 'DELETE FROM sessions' },
};

function removeSession(home: string, { agent }: Program): void {
  const kept = sessions[agent];
  assert.ok(kept);
  if ('folder' in kept) return fs.rmSync(path.join(home, kept.folder), { recursive: true });
  const database = new DatabaseSync(path.join(home, kept.database));
  database.exec(`PRAGMA foreign_keys = OFF; ${kept.statement}`);
  database.close();
}

/** Everything below the home that a session could be, but for logs of the databases. */
function filesOf(home: string): string[] {
  const folders = Object.values(sessions).flatMap((kept) => ('folder' in kept ? kept.folder : []));
  return folders.flatMap((folder) => (fs.existsSync(path.join(home, folder)) ? fs.readdirSync(path.join(home, folder), { recursive: true, encoding: 'utf8' }) : [])).sort();
}
