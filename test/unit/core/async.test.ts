import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { Coalesced, eachLimited } from '../../../src/core/async';

describe('eachLimited', () => {
  it('does all the work, never more than the width at a time', async () => {
    let active = 0;
    let most = 0;
    const done: number[] = [];
    await eachLimited([...Array(20).keys()], 3, async (item) => {
      most = Math.max(most, ++active);
      await wait(1);
      active--;
      done.push(item);
    });
    assert.equal(most, 3);
    assert.deepEqual(done.sort((a, b) => a - b), [...Array(20).keys()]);
  });

  it('throws the first failure and begins nothing after it', async () => {
    const begun: number[] = [];
    await assert.rejects(
      eachLimited([1, 2, 3, 4], 1, (item) => {
        begun.push(item);
        return item === 2 ? Promise.reject(new Error('two')) : Promise.resolve();
      }),
      /two/,
    );
    assert.deepEqual(begun, [1, 2]);
  });
});

describe('Coalesced', () => {
  it('runs once for many requests, never twice at a time, and once more for a request during a run', async () => {
    const release: (() => void)[] = [];
    let runs = 0;
    let active = 0;
    const coalesced = new Coalesced(1, async () => {
      runs++;
      assert.equal(++active, 1);
      await new Promise<void>((resolve) => release.push(resolve));
      active--;
    });
    coalesced.request();
    coalesced.request();
    while (release.length < 1) await wait(1);
    coalesced.request();
    coalesced.request();
    release.shift()?.();
    while (release.length < 1) await wait(1);
    release.shift()?.();
    await wait(20);
    assert.equal(runs, 2);
    coalesced.dispose();
    coalesced.request();
    await wait(20);
    assert.equal(runs, 2);
  });
});
