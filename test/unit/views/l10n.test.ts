import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

describe('The texts to translate', () => {
  it('are those of the code: `npm run l10n` after a change', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/l10n.mjs', '--check'], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });
});
