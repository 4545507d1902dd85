import assert from 'node:assert/strict';
import { dayName } from '../../../src/views/dayName';

/** A Monday, just after midnight. */
const now = new Date(2026, 10, 30, 0, 5);

describe('X9 The name of a day', () => {
  it('is today, yesterday, a weekday within the last week, then the date', () => {
    assert.deepEqual(dayName('2026-11-30', now, 'en'), { kind: 'today' });
    assert.deepEqual(dayName('2026-11-29', now, 'en'), { kind: 'yesterday' });
    assert.deepEqual(dayName('2026-11-28', now, 'en'), { kind: 'date', text: 'Saturday' });
    assert.deepEqual(dayName('2026-11-24', now, 'en'), { kind: 'date', text: 'Tuesday' });
    assert.deepEqual(dayName('2026-11-23', now, 'en'), { kind: 'date', text: 'November 23' });
    assert.deepEqual(dayName('2025-11-30', now, 'en'), { kind: 'date', text: 'November 30, 2025' });
  });

  it('is in the person\'s language', () => {
    assert.deepEqual(dayName('2026-11-28', now, 'de'), { kind: 'date', text: 'Samstag' });
  });

  it('is right beside a day of 23 or 25 hours', () => {
    for (const [day, next] of [['2026-03-28', new Date(2026, 2, 29, 23)], ['2026-10-24', new Date(2026, 9, 25, 23)]] as const) {
      assert.deepEqual(dayName(day, next, 'en'), { kind: 'yesterday' });
    }
  });

  it('is empty for what is no day', () => {
    for (const day of ['', 'soon', '2026']) assert.deepEqual(dayName(day, now, 'en'), { kind: 'date', text: '' });
  });
});
