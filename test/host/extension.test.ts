import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import manifest from '../../package.json';

const id = `${manifest.publisher}.${manifest.name}`;

describe('The extension in a real VS Code', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension);
    const start = performance.now();
    await extension.activate();
    assert.ok(extension.isActive);
    Mocha.reporters.Base.consoleLog(`      activation: ${(performance.now() - start).toFixed(0)} ms`);
  });

  it('runs where node:sqlite is', () => {
    const database = new DatabaseSync(':memory:');
    assert.deepEqual({ ...database.prepare('SELECT 6 * 7 AS answer').get() }, { answer: 42 });
    database.close();
  });

  it('sees an empty home of its own, and the folder that is open', () => {
    assert.equal(path.basename(os.homedir()), 'home');
    assert.equal(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, path.join(os.homedir(), '../app'));
  });
});
