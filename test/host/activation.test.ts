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
    // Loaded anew: VS Code activates at its own start, perhaps before this.
    const known = require.cache[bundle];
    delete require.cache[bundle];
    const start = performance.now();
    require(bundle);
    const loading = performance.now() - start;
    require.cache[bundle] = known;
    await extension?.activate();
    const starting = performance.getEntriesByName('localix.activate')[0]?.duration ?? NaN;
    const [whole = '', ...parts] = [loading + starting, loading, starting].map((time) => `${time.toFixed(1)} ms`);
    Mocha.reporters.Base.consoleLog(`      activation: ${whole}: ${parts.join(' to load the bundle, ')} to start it`);
    assert.ok(starting > 0);
    assert.equal(extension?.isActive, true);
  });

  it('registers every command', async () => {
    const registered = new Set(await commands.getCommands(true));
    assert.deepEqual(commandIds.filter((id) => !registered.has(id)), []);
  });
});
