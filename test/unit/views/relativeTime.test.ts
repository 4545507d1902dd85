import assert from 'node:assert/strict';
import { relativeTime } from '../../../src/views/relativeTime';

/** By the wall clock of wherever the test runs. */
const now = new Date(2026, 5, 17, 12, 0, 0);
const at = (...parts: [number, number, number, number?, number?, number?]): string => relativeTime(new Date(...parts).toISOString(), now, 'en');

describe('X2 How long ago a session was active', () => {
  it('is said in the unit that fits', () => {
    assert.equal(at(2026, 5, 17, 11, 59, 30), 'now');
    assert.equal(at(2026, 5, 17, 11, 58, 0), '2m ago');
    assert.equal(at(2026, 5, 17, 9, 0, 0), '3h ago');
    assert.equal(at(2026, 5, 16, 9, 0, 0), 'yesterday');
    assert.equal(at(2026, 5, 13, 23, 0, 0), '4d ago');
  });

  it('counts days by the calendar', () => {
    assert.equal(at(2026, 5, 15, 13, 0, 0), '2d ago');
    assert.equal(at(2026, 5, 15, 1, 0, 0), '2d ago');
  });

  it('is a date after a week, with its year when it is another one', () => {
    assert.equal(at(2026, 5, 1), 'Jun 1');
    assert.equal(at(2025, 11, 31), 'Dec 31, 2025');
  });

  it('is now for a clock that is ahead', () => {
    assert.equal(at(2026, 5, 18), 'now');
  });

  it('speaks other languages', () => {
    assert.equal(relativeTime(new Date(2026, 5, 16, 9).toISOString(), now, 'de'), 'gestern');
  });
});
