import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ObjectScan } from '../../../src/core/objectScan';

/** The members of an object as the scan sees them: key to the value's text. */
function membersOf(text: string): { members: [string, string][]; isWhole: boolean } {
  const bytes = Buffer.from(text);
  const scan = new ObjectScan(bytes, 0, bytes.length);
  const members: [string, string][] = [];
  while (scan.next()) members.push([keyOf(scan, text), bytes.toString('utf8', scan.valueStart, scan.valueEnd)]);
  return { members, isWhole: scan.isWhole };
}

function keyOf(scan: ObjectScan, text: string): string {
  return Object.keys(JSON.parse(text) as object).find((key) => scan.isKey(key)) ?? '';
}

const key = fc.stringMatching(/^[a-z]{1,6}$/);
const object = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true });

describe('walking an object in its bytes', () => {
  it('finds every member of any object, however it is written', () => {
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1, 2), (value, space) => {
        const { members, isWhole } = membersOf(JSON.stringify(value, null, space));
        assert.equal(isWhole, true);
        assert.deepEqual(Object.fromEntries(members.map(([name, text]) => [name, JSON.parse(text)])), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('goes into objects and on behind them', () => {
    fc.assert(
      fc.property(object, object, (inner, value) => {
        const bytes = Buffer.from(JSON.stringify({ INNER: inner, ...value }));
        const scan = new ObjectScan(bytes, 0, bytes.length);
        assert.equal(scan.next(), true);
        const inside = scan.inside();
        let count = 0;
        while (inside.next()) count++;
        assert.equal(count, Object.keys(inner).length);
        scan.leave(inside);
        while (scan.next()) count++;
        assert.equal(count, Object.keys(inner).length + Object.keys(value).length);
        assert.equal(scan.isWhole, true);
      }),
    );
  });

  it('says of no cut or damaged object that it is whole, and ends', () => {
    fc.assert(
      fc.property(object, fc.nat(), fc.uint8Array({ maxLength: 30 }), (value, cut, noise) => {
        const text = Buffer.from(JSON.stringify({ ...value, last: 'end' }));
        const bytes = Buffer.concat([text.subarray(0, cut % (text.length - 1)), noise]);
        const scan = new ObjectScan(text, 0, cut % (text.length - 1));
        while (scan.next());
        assert.equal(scan.isWhole, false);
        const noisy = new ObjectScan(bytes, 0, bytes.length);
        let steps = 0;
        while (noisy.next()) assert.ok(steps++ <= bytes.length);
      }),
    );
  });

  it('reads numbers as parsing does, and nothing else as one', () => {
    const texts = fc.oneof(fc.jsonValue().map((value) => JSON.stringify(value)), fc.constantFrom('0', '007', '-5', '1e3', '1e999', '12345678901234567890', '123456789012345', '1.5', '-', '1a'));
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(`{"a":${text},"b":1}`);
        const scan = new ObjectScan(bytes, 0, bytes.length);
        assert.equal(scan.next(), true);
        assert.equal(scan.number, numberIn(text), text);
      }),
    );
  });

  it('begins another object as a new scan does, and says whether anything follows it', () => {
    const scan = new ObjectScan(Buffer.from('{"x":[1'), 0, 7);
    while (scan.next());
    for (const [text, isAll] of [['{"a":{"b":2}}', true], ['{"a":{"b":2}}{}', false], ['{"a":{"b":2}} ', false], ['{"a":{"b":2}', false]] as const) {
      const bytes = Buffer.from(`..${text}`);
      scan.restart(bytes, 2, bytes.length);
      assert.equal(scan.next() && scan.isKey('a'), true);
      const inside = scan.inside(new ObjectScan(bytes, 0, 0));
      assert.equal(inside.next() && inside.number, 2);
      while (scan.next());
      assert.equal(scan.isAll, isAll, text);
    }
  });

  function numberIn(text: string): number | undefined {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
});
