import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from './harness/workbench';

const id = '00000000-0000-4000-8000-000000000001';
const record = (text: string, cwd: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `u-${text}`, parentUuid: null, sessionId: id, cwd, timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: text } })}\n`;

describe('R9 Hosts in the workbench', () => {
  let vscode: Workbench;
  let transcript: string;
  const there = (root: string): string => path.join(root, 'there');
  const app = (root: string): string => path.join(there(root), 'app');
  /** An `ssh` that runs what it is given under another home, while the host is up. */
  const connect = (bin: string, root: string, isUp: boolean): void => {
    const run = isUp ? `HOME='${there(root)}' SHELL=/bin/sh; export HOME SHELL; for last; do :; done; exec sh -c "$last"` : 'echo "ssh: connect to host devbox port 22: Connection refused" >&2; exit 255';
    fs.writeFileSync(path.join(bin, 'ssh'), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  };
  const row = (label: string): Locator => vscode.row(label);

  before(async () => {
    vscode = await openWorkbench({
      agents: { claude: {} },
      prepare: ({ bin, data, root }) => {
        // Hosts belong to the machine on which the extension runs: of a person's own settings a remote window takes them only until it knows that.
        fs.mkdirSync(path.join(data, 'Machine'), { recursive: true });
        fs.writeFileSync(path.join(data, 'Machine/settings.json'), JSON.stringify({ 'localix.hosts': ['devbox', 'no host'] }));
        connect(bin, root, false);
        transcript = path.join(there(root), `.claude/projects/-srv-app/${id}.jsonl`);
        fs.mkdirSync(path.dirname(transcript), { recursive: true });
        fs.mkdirSync(app(root));
        // Where the agent is installed there, its login shell knows.
        fs.writeFileSync(path.join(there(root), '.profile'), `PATH='${bin}':$PATH\n`);
        fs.writeFileSync(transcript, record('Build the ferry timetable', app(root)));
      },
      size: { width: 1280, height: 900 },
    });
    await vscode.showContainer('Localix');
    await vscode.page.getByRole('button', { name: 'Show External Sessions' }).first().click();
  });
  after(() => vscode.close());

  it('says why one can’t be reached, or is none, and asks again when that is wanted', async () => {
    await row('devbox').click();
    await row('The host could not be reached: ssh: connect to host devbox port 22: Connection refused').waitFor();
    await row('no host').click();
    await row('This is no host that ssh can be given, neither a name nor user@host: no host').waitFor();
    await vscode.screenshot('host-not-reached');
    const { bin, root } = vscode.folders;
    connect(bin, root, true);
    await row('The host could not be reached: ssh: connect to host devbox port 22: Connection refused').click();
    await row('Build the ferry timetable').waitFor();
    await row('no host').click();
    await vscode.screenshot('host-sessions');
  });

  it('opens a transcript of one, follows it, and goes on with it there', async () => {
    await row('Build the ferry timetable').click();
    await vscode.webview().getByText('Build the ferry timetable').first().waitFor();
    await vscode.webview().getByText(`devbox:${app(vscode.folders.root)}`).first().waitFor();
    await vscode.screenshot('host-transcript');
    fs.appendFileSync(transcript, record('And the tides', app(vscode.folders.root)));
    await row('devbox').hover();
    await row('devbox').getByRole('button', { name: 'Ask the Host Again' }).click();
    await vscode.webview().getByText('And the tides').first().waitFor();
    await vscode.chooseFromMenu(row('Build the ferry timetable'), 'Open in Claude Code');
    const { argv, cwd } = await vscode.agents.started('claude');
    assert.deepEqual([argv, cwd], [['--resume', id], fs.realpathSync(app(vscode.folders.root))]);
  });
});
