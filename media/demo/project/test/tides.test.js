import assert from 'node:assert/strict';
import test from 'node:test';
import { nextHighTide } from '../src/tides.js';

const readings = [
  { minutes: 31, height: 1.1 },
  { minutes: 404, height: 3.9 },
  { minutes: 777, height: 0.9 },
  { minutes: 1145, height: 4.1 },
];

test('the next high water of the day', () => {
  assert.equal(nextHighTide(readings, 600).minutes, 1145);
});

test('after the last one it is the first of tomorrow', () => {
  assert.equal(nextHighTide(readings, 1200).minutes, 404);
});
