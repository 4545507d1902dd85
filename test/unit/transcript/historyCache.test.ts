import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../src/shared/history';
import { type CacheLimits, HistoryCache, type HistoryStamp } from '../../../src/transcript/historyCache';

let signature = 0;
const stamp = (more: Partial<HistoryStamp> = {}): HistoryStamp => ({ signature: String(++signature), identity: 'i', size: 1, mtime: 5, created: null, ...more });
const entry = (id: string, text = ''): HistoryEntry => ({ id, role: 'user', kind: 'message', text, sent_at: '2026-03-01T10:00:00.000Z' });

function cacheOf(limits?: Partial<CacheLimits>): HistoryCache {
  let epochs = 0;
  return new HistoryCache(() => `e${++epochs}`, { sessions: 16, revisions: 4, bytes: 32 << 20, ...limits });
}

const newest = (cache: HistoryCache, key: string, of: HistoryStamp, entries: readonly HistoryEntry[] = []): string => {
  const { epoch, revision } = cache.revisions(key, of, () => entries).at(-1)?.cursor ?? { epoch: '', revision: 0 };
  return `${epoch}.${String(revision)}`;
};

describe('R1 The cache of histories', () => {
  it('counts revisions within an epoch, and projects nothing when nothing changed', () => {
    const cache = cacheOf();
    const first = stamp();
    assert.equal(newest(cache, 'a', first), 'e1.1');
    assert.equal(cache.revisions('a', first, () => assert.fail('projected')).length, 1);
    assert.equal(newest(cache, 'a', stamp({ size: 2 })), 'e1.2');
  });

  it('begins a new epoch for another file, a shorter one, and after a drop', () => {
    const cache = cacheOf();
    newest(cache, 'a', stamp({ size: 5 }));
    assert.equal(newest(cache, 'a', stamp({ size: 4 })), 'e2.1');
    assert.equal(newest(cache, 'a', stamp({ size: 9, identity: 'j' })), 'e3.1');
    cache.drop('a');
    assert.equal(newest(cache, 'a', stamp({ size: 9, identity: 'j' })), 'e4.1');
  });

  it('keeps the last four revisions', () => {
    const cache = cacheOf();
    let revisions: readonly { cursor: { revision: number } }[] = [];
    for (let size = 1; size <= 6; size++) revisions = cache.revisions('a', stamp({ size }), () => []);
    assert.deepEqual(revisions.map(({ cursor }) => cursor.revision), [3, 4, 5, 6]);
  });

  it('dates what has no time from the file’s time when the epoch began, or from a recorded creation', () => {
    const cache = cacheOf();
    const bases: number[] = [];
    for (const more of [{ mtime: 5 }, { mtime: 8, size: 2 }, { mtime: 9, size: 2, created: 3 }, { mtime: 10, size: 2 }]) {
      cache.revisions('a', stamp(more), (base) => (bases.push(base), []));
    }
    assert.deepEqual(bases, [5, 5, 3, 5]);
  });

  it('drops the session that was not asked for the longest when there are too many', () => {
    const cache = cacheOf({ sessions: 2 });
    const [a, b, c] = [stamp(), stamp(), stamp()];
    newest(cache, 'a', a);
    newest(cache, 'b', b);
    newest(cache, 'a', a);
    newest(cache, 'c', c);
    assert.equal(newest(cache, 'a', a), 'e1.1');
    assert.equal(newest(cache, 'b', b), 'e4.1');
  });

  it('drops sessions when all together are too large, with all their revisions', () => {
    const cache = cacheOf({ bytes: 6500 });
    const a = stamp();
    newest(cache, 'a', a, [entry('1', 'x'.repeat(800))]);
    newest(cache, 'b', stamp(), [entry('2', 'x'.repeat(800))]);
    assert.equal(newest(cache, 'a', a), 'e1.1');
    newest(cache, 'b', stamp({ size: 2 }), [entry('2', 'y'.repeat(800))]);
    assert.equal(newest(cache, 'a', a), 'e3.1');
  });

  it('never keeps one that is too large by itself', () => {
    const cache = cacheOf({ bytes: 1000 });
    const a = stamp();
    for (const cursor of ['e1.1', 'e2.1']) assert.equal(newest(cache, 'a', a, [entry('1', 'x'.repeat(1000))]), cursor);
  });
});
