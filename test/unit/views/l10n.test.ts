import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import manifestWords from '../../../package.nls.json';
import pageWords from '../../../l10n/bundle.l10n.json';

describe('The texts to translate', () => {
  it('are those of the code: `npm run l10n` after a change', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/l10n.mjs', '--check'], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });

  it('call the two lists as the buttons that switch them do', () => {
    const texts = [...Object.values(manifestWords), ...Object.keys(pageWords)];
    for (const shown of ['Show External Sessions', 'Show Localix Chats']) assert.ok(texts.includes(shown), shown);
    assert.deepEqual(texts.filter((text) => /\b(External|Localix) (tab|list)\b/i.test(text)), []);
  });
});
