import assert from 'node:assert/strict';
import { calendarDay, dayOf, fullTime, timeOfDay, shortTime, timeSpan } from '../../../src/shared/times';

const berlin = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
const losAngeles = { locale: 'en-US', timeZone: 'America/Los_Angeles' };

/** Newer data for languages puts narrow blanks where older had plain ones. */
const plainBlanks = (text: string): string => text.replace(/\s/g, ' ');

describe('Times as a person reads them', () => {
  it('shows the wall clock of the zone and the language', () => {
    assert.equal(timeOfDay('2026-07-14T22:05:00.000Z', berlin), '00:05');
    assert.equal(plainBlanks(timeOfDay('2026-07-14T22:05:00.000Z', losAngeles)), '3:05 PM');
  });

  it('shows the full time with date and zone', () => {
    assert.equal(plainBlanks(fullTime('2026-07-14T22:05:09.000Z', berlin)), 'Wednesday, 15 July 2026 at 00:05:09 CEST');
  });

  it('counts days by the calendar of the zone', () => {
    assert.equal(calendarDay('2026-07-14T22:05:00.000Z', berlin), '2026-07-15');
    assert.equal(calendarDay('2026-07-14T22:05:00.000Z', losAngeles), '2026-07-14');
  });

  it('knows today and yesterday, and names other days', () => {
    const now = '2026-07-15T10:00:00.000Z';
    assert.deepEqual(dayOf('2026-07-14T22:05:00.000Z', now, berlin), { kind: 'today' });
    assert.deepEqual(dayOf('2026-07-14T21:55:00.000Z', now, berlin), { kind: 'yesterday' });
    assert.deepEqual(dayOf('2026-07-13T12:00:00.000Z', now, berlin), { kind: 'date', text: 'Monday, 13 July 2026' });
  });

  it('takes the day before a change of the clocks for yesterday', () => {
    // In Berlin 2026-03-29 has 23 hours: 23.5 hours before half past midnight is two days earlier by the calendar.
    assert.deepEqual(dayOf('2026-03-28T22:30:00.000Z', '2026-03-29T22:30:00.000Z', berlin), { kind: 'date', text: 'Saturday, 28 March 2026' });
    assert.deepEqual(dayOf('2026-03-28T23:30:00.000Z', '2026-03-29T22:30:00.000Z', berlin), { kind: 'yesterday' });
  });

  it('says once what the ends of a span share', () => {
    const span = timeSpan('2026-07-14T08:00:00.000Z', '2026-07-14T09:30:00.000Z', berlin);
    assert.equal(plainBlanks(span), '14 Jul 2026, 10:00–11:30');
  });

  it('shows one end where only one is known, and nothing where none is', () => {
    assert.equal(timeSpan(null, '2026-07-14T08:00:00.000Z', berlin), '14 Jul 2026, 10:00');
    assert.equal(timeSpan('2026-07-14T08:00:00.000Z', null, berlin), '14 Jul 2026, 10:00');
    assert.equal(timeSpan(null, null, berlin), '');
  });

  it('shows a time that makes no sense as nothing', () => {
    for (const nonsense of ['', 'soon', '2026-13-45', '+999999-01-01T00:00:00Z']) {
      assert.equal(timeOfDay(nonsense, berlin), '');
      assert.equal(fullTime(nonsense, berlin), '');
      assert.deepEqual(dayOf(nonsense, nonsense, berlin), { kind: 'date', text: '' });
      assert.equal(timeSpan(nonsense, nonsense, berlin), '');
    }
  });
});

describe('R6 A time in a list', () => {
  const wall = { locale: 'de', timeZone: 'Europe/Berlin' };

  it('is month, day and time of day here, whatever the language, with the year where it is another', () => {
    assert.equal(shortTime('2026-03-01T10:05:00Z', '2026-11-30T12:00:00Z', wall), '03-01 11:05');
    assert.equal(shortTime('2025-12-31T22:59:00Z', '2026-11-30T12:00:00Z', wall), '2025-12-31 23:59');
    assert.equal(shortTime('2025-12-31T23:00:00Z', '2026-11-30T12:00:00Z', wall), '01-01 00:00');
    assert.equal(shortTime('never', '2026-11-30T12:00:00Z', wall), '');
  });
});
