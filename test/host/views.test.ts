import assert from 'node:assert/strict';
import os from 'node:os';
import { commands, TabInputWebview, Uri, window, workspace } from 'vscode';

/** Polls; mocha's time limit ends it. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('X21 Transcript tabs', () => {
  const transcripts = () =>
    window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('localix.transcript'));

  it('are one for a session, whatever opens it', async () => {
    await commands.executeCommand('localix.openTranscript', 'codex:1');
    await commands.executeCommand('localix.openTranscript', 'codex:1');
    await commands.executeCommand('localix.openTranscript', { session: { key: 'claude-code:2' } });
    await until(() => transcripts().length === 2);
    await window.tabGroups.close(transcripts());
    await until(() => transcripts().length === 0);
  });

  it('can be opened again after they were closed', async () => {
    await commands.executeCommand('localix.openTranscript', 'codex:1');
    await until(() => transcripts().length === 1);
    await window.tabGroups.close(transcripts());
  });
});

describe('X10 The page about where history comes from', () => {
  it('names the folders of this home', async () => {
    const page = await workspace.openTextDocument(Uri.parse('localix-help:/help.md'));
    assert.match(page.getText(), /^# Where History Comes From$/m);
    for (const folder of ['.claude', '.codex']) assert.ok(page.getText().includes(`${os.homedir()}/${folder}`), folder);
  });
});

describe('R10 The page of the Codex helper', () => {
  it('shows the line to add and the whole script', async () => {
    await commands.executeCommand('localix.showCodexHelper');
    const page = await workspace.openTextDocument(Uri.parse('localix-codex-helper:/helper.md'));
    assert.match(page.getText(), /^if \[ -r "\$\{LOCALIX_CODEX_HELPER-\}" \]; then/m);
    assert.match(page.getText(), /^_localix_codex_start$/m);
  });
});

describe('The tabs of the sidebar', () => {
  it('are switched by commands', async () => {
    await commands.executeCommand('localix.showExternal');
    await commands.executeCommand('localix.refresh');
    await commands.executeCommand('localix.showChats');
  });
});
