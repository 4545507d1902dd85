import assert from 'node:assert/strict';
import { ReadPace } from '../../../src/terminals/readPace';
import { until } from './realHost';

describe('X16 What a window reads of its terminals', () => {
  let told: [string, number][] = [];
  /** The window's answers that are awaited. */
  let asked: (() => void)[] = [];
  let pace: ReadPace;
  const sum = (key?: string): number => told.filter(([of]) => key === undefined || of === key).reduce((all, [, count]) => all + count, 0);

  beforeEach(() => {
    [told, asked] = [[], []];
    pace = new ReadPace({ tell: (key, count) => told.push([key, count]), answered: () => new Promise<void>((resolve) => asked.push(resolve)) });
  });
  afterEach(() => pace.dispose());

  it('is told once the window has answered, and never more at a time than a window shows in a moment', async () => {
    pace.add('a', 1 << 20);
    await until(() => asked.length === 1);
    assert.equal(sum(), 0);
    // However long it took.
    await new Promise((resolve) => setTimeout(resolve, 100));
    asked[0]?.();
    await until(() => sum() > 0);
    assert.ok(sum() <= 128 << 10, String(sum()));
    await until(() => asked.length === 2);
    assert.ok(sum() <= 128 << 10, 'a busy window has one portion at a time');
  });

  it('is told by turns, and whole', async () => {
    pace.add('busy', 300_000);
    pace.add('quiet', 3);
    pace.add('busy', 300_000);
    while (sum() < 600_003) {
      asked.splice(0).forEach((answer) => answer());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assert.deepEqual([sum('busy'), sum('quiet')], [600_000, 3]);
  });

  it('is told also when the window can\'t answer, and not after the end', async () => {
    const failing = new ReadPace({ tell: (key, count) => told.push([key, count]), answered: () => Promise.reject(new Error('gone')) });
    failing.add('a', 5);
    await until(() => sum('a') === 5);
    failing.dispose();
    failing.add('a', 5);
    pace.add('b', 5);
    await until(() => asked.length === 1);
    pace.dispose();
    asked[0]?.();
    await new Promise(setImmediate);
    assert.equal(sum(), 5);
  });
});
