import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportName } from '../../../src/shared/exportName';

const id = '0d6c6f3e-6b1f-4f43-9a53-2f6c0e9b7a11';

describe('R7 The name offered for an export', () => {
  it('is the title with the end of the id', () => {
    assert.equal(exportName({ title: 'Fix high water after midnight', id }, 'markdown'), 'Fix high water after midnight 0e9b7a11.md');
    assert.equal(exportName({ title: 'Fix the tabs', id: 'ses_3f9' }, 'atif'), 'Fix the tabs ses3f9.atif.json');
  });

  it('has nothing of the title that some system does not take', () => {
    assert.equal(exportName({ title: '../etc: "a|b"?\n<c>\\d\u202e*', id }, 'redacted'), 'etc a b c d 0e9b7a11.redacted.md');
    assert.equal(exportName({ title: '-rf ~ ', id }, 'markdown'), 'rf ~ 0e9b7a11.md');
    assert.equal(exportName({ title: 'CON', id }, 'markdown'), 'CON 0e9b7a11.md');
    assert.equal(exportName({ title: '…', id: '' }, 'markdown'), '….md');
    assert.equal(exportName({ title: '', id: '/' }, 'markdown'), 'session.md');
  });

  it('has no secret of the title', () => {
    const secret = ['sk', 'ant', 'api03', 'aB3dE6gH9jK2mN5pQ8sT'].join('-');
    assert.equal(exportName({ title: `Use ${secret}`, id }, 'redacted'), 'Use [masked secret] 0e9b7a11.redacted.md');
  });

  it('fits every file system, whatever the title and the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme' }), (title, of) => {
        const name = exportName({ title, id: of }, 'atif');
        assert.ok(Buffer.byteLength(name) <= 255);
        assert.match(name, /^[^\s.~-][^<>:"/\\|?*\u0000-\u001f]*\.atif\.json$/);
        assert.doesNotMatch(name, /\p{Cs}/u);
      }),
    );
  });
});
