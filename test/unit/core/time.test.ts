import assert from 'node:assert/strict';
import { earlier, later, toIso } from '../../../src/core/time';

describe('times', () => {
  it('are ISO 8601 in UTC with milliseconds, whatever form they were recorded in', () => {
    assert.equal(toIso('2026-11-30T10:45:53.414Z'), '2026-11-30T10:45:53.414Z');
    assert.equal(toIso('2026-11-30T10:45:53Z'), '2026-11-30T10:45:53.000Z');
    assert.equal(toIso('2026-11-30T11:45:53.414+01:00'), '2026-11-30T10:45:53.414Z');
    assert.equal(toIso('2026-11-30T10:45:53.414123Z'), '2026-11-30T10:45:53.414Z');
    assert.equal(toIso(0), '1970-01-01T00:00:00.000Z');
  });

  it('are null when they are no time', () => {
    for (const value of ['', 'soon', '2026-13-01T00:00:00.000Z', '2026-11-30T24:61:00.000Z', undefined, null, Number.NaN, 1e20, -1e14, 8.64e15, '+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']) assert.equal(toIso(value), null);
  });

  it('are compared with the unknown as no time at all', () => {
    assert.equal(earlier('2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'), '2025-01-01T00:00:00.000Z');
    assert.equal(later(null, '2025-01-01T00:00:00.000Z'), '2025-01-01T00:00:00.000Z');
    assert.equal(earlier(null, null), null);
  });
});
