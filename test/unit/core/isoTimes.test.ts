import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { IsoTimes } from '../../../src/core/isoTimes';

describe('times in the bytes of a history', () => {
  const read = (times: IsoTimes, text: string): number | undefined => {
    const bytes = Buffer.from(`..${text}..`, 'latin1');
    return times.read(bytes, 2, bytes.length - 2);
  };
  const parsed = (text: string): number | undefined => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : time;
  };
  const two = (max: number): fc.Arbitrary<string> => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
  const written = fc.oneof(
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
    // Also days, hours and minutes that there are not.
    fc.tuple(two(13), two(32), two(26), two(62), two(62)).map(([month, day, hour, minute, second]) => `2026-${month}-${day}T${hour}:${minute}:${second}.123Z`),
    fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '?')),
    fc.constantFrom('2026-11-30T10:45:53Z', '2026-11-30T10:45:53.414+01:00', 'Mon, 30 Nov 2026 10:45:53 GMT', '2026-11-30', '2026-11-30T10:45:5a.414Z', ''),
  );

  it('are what parsing their text gives, one after another', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), (texts) => {
        const times = new IsoTimes();
        for (const text of texts) assert.equal(read(times, text), parsed(text), text);
      }),
    );
  });
});
