import assert from 'node:assert/strict';
import { covers, joinRanges, lengthOf, type Range, without } from '../../../../src/platform/mirror/ranges';
import { inRequests, wantedOf } from '../../../../src/platform/mirror/wanted';

const kB = 1 << 10;
const file = { written: 1, identity: '1:1', inode: '1', have: [], prefix: 0, usedAt: 0 };

describe('R9 Ranges of bytes', () => {
  it('join, cover and leave out as sets of bytes do', () => {
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    const some = (): Range[] => Array.from({ length: random(5) }, () => [random(20), random(20)] as const).filter(([from, to]) => from < to);
    const bytes = (ranges: readonly Range[]): number[] => Array.from({ length: 20 }, (_, at) => at).filter((at) => ranges.some(([from, to]) => from <= at && at < to));
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [joinRanges(some(), []), joinRanges(some(), [])];
      const both = joinRanges(a, b);
      assert.deepEqual(bytes(both), bytes([...a, ...b]));
      assert.equal(lengthOf(both), bytes(both).length);
      const left = without(a, b);
      assert.deepEqual(bytes(left), bytes(a).filter((at) => !bytes(b).includes(at)));
      const range: Range = [random(20), random(20)];
      assert.equal(covers(a, range), bytes([range]).every((at) => bytes(a).includes(at)));
    }
  });
});

describe('R9 What is wanted of a file of a host', () => {
  it('is all of a short one', () => {
    assert.deepEqual(wantedOf({ ...file, size: 64 * kB }, [[0, 10]]), { prefix: 0, ranges: [[0, 64 * kB]] });
  });

  it('is its ends first, then more of them, then what is asked for', () => {
    const size = 10_000 * kB;
    const first = wantedOf({ ...file, size }, [[0, 16 * kB]]);
    assert.deepEqual(first.ranges, [[0, 32 * kB], [size - 32 * kB, size]]);
    const next = wantedOf({ ...file, size, have: first.ranges }, [[32 * kB, 80 * kB]]);
    assert.deepEqual(next.ranges, [[32 * kB, 96 * kB], [size - 96 * kB, size - 32 * kB]]);
    const most = wantedOf({ ...file, size, have: joinRanges(first.ranges, next.ranges) }, [[96 * kB, 100 * kB]]);
    assert.deepEqual(most.ranges, [[96 * kB, 256 * kB], [size - 256 * kB, size - 96 * kB]]);
    assert.deepEqual(wantedOf({ ...file, size, have: [[0, 256 * kB], [size - 256 * kB, size]] }, [[5000 * kB, 5001 * kB]]).ranges, [[5000 * kB, 5001 * kB]]);
  });

  it('is all of one that is read through', () => {
    const size = 1000 * kB;
    assert.deepEqual(wantedOf({ ...file, size, have: [[0, 16 * kB]] }, [[0, Infinity]]), { prefix: 0, ranges: [[16 * kB, size]] });
  });

  it('is what was appended, once the rest is known to be the same', () => {
    assert.deepEqual(wantedOf({ ...file, size: 1000 * kB, prefix: 900 * kB }, [[0, Infinity]]), { prefix: 900 * kB, ranges: [[900 * kB, 1000 * kB]] });
    assert.deepEqual(wantedOf({ ...file, size: 900 * kB, prefix: 900 * kB }, [[0, 10]]), { prefix: 900 * kB, ranges: [] });
  });

  it('fits into requests of a size, in order and without a gap', () => {
    const asked = [{ key: 'a', prefix: 5, ranges: [[5, 25], [30, 31]] as const }, { key: 'b', prefix: 9, ranges: [] }, { key: 'c', prefix: 0, ranges: [[0, 3]] as const }];
    const requests = inRequests(asked, 10, 2);
    assert.deepEqual(requests.map((request) => request.map(({ key, prefix, ranges }) => [key, prefix, ranges])), [
      [['a', 5, [[5, 15]]]],
      [['a', 0, [[15, 25]]]],
      [['a', 0, [[30, 31]]], ['b', 9, []]],
      [['c', 0, [[0, 3]]]],
    ]);
  });
});
