import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { quotePosix, quotePowerShell } from '../../../src/core/shellQuote';

describe('A word for a shell', () => {
  it('is what a real shell reads back, whatever is in it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '$', '`', '\\', '\n', '!', '*', ';', 'é', '-', '~'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${words.map(quotePosix).join(' ')}`], { encoding: 'utf8' });
        assert.deepEqual(printed.split('\0').slice(0, -1), words);
      }),
      { numRuns: 50 },
    );
  });

  it('stays plain where it needs no quotes', () => {
    assert.equal(quotePosix('--no-daemon'), '--no-daemon');
    assert.equal(quotePosix('/home/dev/app'), '/home/dev/app');
    assert.equal(quotePosix(''), "''");
    assert.equal(quotePosix('~/app'), "'~/app'");
  });

  it('doubles quotes for PowerShell', () => {
    assert.equal(quotePowerShell("C:\\it's here"), "'C:\\it''s here'");
    assert.equal(quotePowerShell('C:\\app'), 'C:\\app');
  });
});
