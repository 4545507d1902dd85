import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { addDays, countDays, daysBefore, daysOf, stepAround, stepOf } from '../../../src/shared/usagePeriods';

const none = { since: null, until: null };
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));

describe('X27 periods of usage', () => {
  it('end today, and hold as many days as they say', () => {
    assert.deepEqual(daysOf('today', none, '2026-03-01'), { since: '2026-03-01', until: '2026-03-01' });
    assert.deepEqual(daysOf('7', none, '2026-03-01'), { since: '2026-02-23', until: '2026-03-01' });
    assert.deepEqual(daysOf('30', none, '2028-03-01'), { since: '2028-02-01', until: '2028-03-01' });
    assert.deepEqual(daysOf('month', none, '2026-03-17'), { since: '2026-03-01', until: '2026-03-17' });
    assert.deepEqual(daysOf('all', none, '2026-03-17'), none);
    assert.deepEqual(daysOf('custom', { since: '2026-01-01', until: null }, '2026-03-17'), { since: '2026-01-01', until: null });
  });

  it('follow on as many days before', () => {
    assert.deepEqual(daysBefore({ since: '2026-03-01', until: '2026-03-31' }), { since: '2026-01-29', until: '2026-02-28' });
    assert.equal(daysBefore({ since: null, until: '2026-03-31' }), undefined);
    fc.assert(
      fc.property(day, fc.nat(800), (since, more) => {
        const until = addDays(since, more);
        const before = daysBefore({ since, until });
        assert.equal(addDays(before?.until ?? '', 1), since);
        assert.equal(countDays(before?.since ?? '', before?.until ?? ''), countDays(since, until));
      }),
    );
  });

  it('are cut into steps that hold every day once', () => {
    assert.deepEqual([stepOf(92), stepOf(93), stepOf(731)], ['day', 'week', 'month']);
    assert.deepEqual(stepAround('2026-11-29', 'week'), { since: '2026-11-23', until: '2026-11-29' });
    assert.deepEqual(stepAround('2028-02-10', 'month'), { since: '2028-02-01', until: '2028-02-29' });
    fc.assert(
      fc.property(day, fc.constantFrom('day' as const, 'week' as const, 'month' as const), (at, step) => {
        const around = stepAround(at, step);
        assert.ok(around.since <= at && at <= around.until);
        assert.deepEqual(stepAround(around.until, step), around);
        assert.equal(stepAround(addDays(around.until, 1), step).since, addDays(around.until, 1));
      }),
    );
  });
});
