import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import Mocha from 'mocha';
import { commands, extensions } from 'vscode';
import manifest from '../../package.json';
import { commandIds } from '../../src/views/commands';

describe('Activation', () => {
  it('takes its time, which is printed', async () => {
    const extension = extensions.getExtension(`${manifest.publisher}.${manifest.name}`);
    const require = createRequire(__filename);
    const bundle = require.resolve(path.join(extension?.extensionPath ?? '', manifest.main));
    // Loaded anew: VS Code activates at its own start, perhaps before this. Apart from what follows, since VS Code then waits
    // for its own storage and translations.
    const known = require.cache[bundle];
    delete require.cache[bundle];
    const start = performance.now();
    require(bundle);
    const loaded = performance.now();
    require.cache[bundle] = known;
    await extension?.activate();
    Mocha.reporters.Base.consoleLog(`      activation: ${(loaded - start).toFixed(1)} ms to load the bundle; ${(performance.now() - loaded).toFixed(1)} ms to start it, with what VS Code does meanwhile`);
    assert.equal(extension?.isActive, true);
  });

  it('registers every command', async () => {
    const registered = new Set(await commands.getCommands(true));
    assert.deepEqual(commandIds.filter((id) => !registered.has(id)), []);
  });
});
