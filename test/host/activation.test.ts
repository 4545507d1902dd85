import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { commands, extensions } from 'vscode';
import manifest from '../../package.json';
import { commandIds } from '../../src/views/commands';

describe('Activation', () => {
  it('takes its time, which is printed', async () => {
    const extension = extensions.getExtension(`${manifest.publisher}.${manifest.name}`);
    assert.equal(extension?.isActive, false);
    const start = performance.now();
    const before = process.cpuUsage();
    await extension?.activate();
    const { user, system } = process.cpuUsage(before);
    Mocha.reporters.Base.consoleLog(`      activation: ${(performance.now() - start).toFixed(1)} ms, of them ${((user + system) / 1000).toFixed(1)} ms at work`);
    assert.equal(extension?.isActive, true);
  });

  it('registers every command', async () => {
    const registered = new Set(await commands.getCommands(true));
    assert.deepEqual(commandIds.filter((id) => !registered.has(id)), []);
  });
});
