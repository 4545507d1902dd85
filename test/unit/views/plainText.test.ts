import assert from 'node:assert/strict';
import { withoutIcons, withoutLinks } from '../../../src/views/plainText';

describe('Foreign text in VS Code\'s own controls', () => {
  it('draws no icons', () => {
    assert.equal(withoutIcons('Use $(trash) and $HOME'), 'Use \\$(trash) and $HOME');
  });

  it('makes no links that run commands', () => {
    assert.equal(withoutLinks('/tmp/[open](command:workbench.action.quit)'), '/tmp/[open] (command:workbench.action.quit)');
  });
});
