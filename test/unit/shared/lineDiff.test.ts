import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineDiff, lines, type DiffLine } from '../../../src/shared/lineDiff';

const marks = { same: ' ', added: '+', removed: '-', gap: '@' };
const written = (diff: readonly DiffLine[]): string[] => diff.map(({ kind, text }) => marks[kind] + text);
const side = (diff: readonly DiffLine[], other: DiffLine['kind']): string[] => diff.filter(({ kind }) => kind !== other).map(({ text }) => text);

describe('What changed between two texts', () => {
  it('is lines removed and added, among those that stayed', () => {
    assert.deepEqual(written(lineDiff('a\nb\nc\nd', 'a\nx\nc\ny\nd')), [' a', '-b', '+x', ' c', '+y', ' d']);
    assert.deepEqual(written(lineDiff('', 'a\n')), ['+a']);
    assert.deepEqual(written(lineDiff('a\r\nb', 'a\nb')), [' a', ' b']);
  });

  it('gives either text back', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(before, after);
        assert.deepEqual(side(diff, 'added'), lines(before));
        assert.deepEqual(side(diff, 'removed'), lines(after));
      }),
    );
  });

  it('changes no more than it must', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const kept = lineDiff(before.join('\n'), after.join('\n')).filter(({ kind }) => kind === 'same').length;
        assert.equal(kept, longestCommon(before, after));
      }),
    );
  });

  it('is found at once for texts of a million lines', () => {
    const many = (mark: string): string => `same\n${`${mark}\n`.repeat(500_000)}end`;
    const diff = lineDiff(many('a'), many('b'));
    assert.equal(diff.length, 1_000_002);
  });
});

/** By trying everything. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const [head, ...rest] = a;
  if (head === undefined) return 0;
  const at = b.indexOf(head);
  return Math.max(longestCommon(rest, b), at < 0 ? 0 : 1 + longestCommon(rest, b.slice(at + 1)));
}
