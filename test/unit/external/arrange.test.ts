import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arrange, type Arrangement, groupings, sortings, toArrangement } from '../../../src/external/arrange';
import type { Session } from '../../../src/external/session';
import { agentIds } from '../../../src/shared/agentId';
import { session } from './sessions';

/** In local time, as days are. */
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString();
const now = new Date(2026, 10, 30, 12);
const folders = { opened: '/home/dev/app', root: '/data/app', comparableOf: (folder: string) => folder.replace('/home/dev', '/data') };

const sessions = [
  session('old', { title: 'Zeta', createdAt: at(3, 9), lastActivityAt: at(30, 1) }),
  session('new', { title: 'step 10', createdAt: at(29, 9), lastActivityAt: at(29, 23) }, 'claude-code'),
  session('mid', { title: 'Step 2', createdAt: at(28, 0), lastActivityAt: at(30, 0), folder: '/home/dev/app/web' }),
  session('bare', { title: '', folder: '/data/app/web' }, 'hermes'),
];

function shown(arrangement: Partial<Arrangement>, of: readonly Session[] = sessions): readonly (readonly [string, string])[] {
  const groups = arrange(of, { sort: 'activity', group: 'none', ...arrangement }, folders, now);
  return groups.map((group) => [group.by === 'folder' ? group.relative : group.key, group.sessions.map(({ record }) => record.id).join(' ')]);
}

describe('X9 Sorting', () => {
  it('is by the last activity, newest first', () => {
    assert.deepEqual(shown({}), [['', 'old mid new bare']]);
  });

  it('is by creation, newest first', () => {
    assert.deepEqual(shown({ sort: 'created' }), [['', 'new mid old bare']]);
  });

  it('is by title, numbers by their value, without a title last', () => {
    assert.deepEqual(shown({ sort: 'title' }), [['', 'mid new old bare']]);
  });
});

describe('X9 Grouping', () => {
  it('by day goes by the calendar of this machine, newest first, unknown last', () => {
    assert.deepEqual(shown({ group: 'day' }), [['2026-11-30', 'old mid'], ['2026-11-29', 'new'], ['', 'bare']]);
  });

  it('by day goes by creation where that sorts', () => {
    assert.deepEqual(shown({ group: 'day', sort: 'created' }), [['2026-11-29', 'new'], ['2026-11-28', 'mid'], ['2026-11-03', 'old'], ['', 'bare']]);
  });

  it('by day takes a time ahead for today, and no time for one that makes no sense', () => {
    const odd = [session('ahead', { lastActivityAt: '2031-01-01T00:00:00Z' }), session('odd', { lastActivityAt: 'yesterday' })];
    assert.deepEqual(shown({ group: 'day' }, odd), [['2026-11-30', 'ahead'], ['', 'odd']]);
  });

  it('by agent has the agents\' order', () => {
    assert.deepEqual(shown({ group: 'agent' }), [['claude-code', 'new'], ['codex', 'old mid'], ['hermes', 'bare']]);
  });

  it('by folder has one group for a folder in all its spellings, the opened one first', () => {
    assert.deepEqual(shown({ group: 'folder' }), [['', 'old new'], ['web', 'mid bare']]);
  });

  it('of nothing is nothing', () => {
    for (const group of groupings) assert.deepEqual(shown({ group }, []), []);
  });

  it('loses no session and keeps the order inside each group', () => {
    const time = fc.option(fc.date({ min: new Date(2026, 0), max: now, noInvalidDate: true }).map((date) => date.toISOString()), { nil: null });
    const any = fc.record({ title: fc.string(), createdAt: time, lastActivityAt: time, agent: fc.constantFrom(...agentIds), folder: fc.constantFrom('/home/dev/app', '/home/dev/app/a', '/data/app/a') });
    fc.assert(
      fc.property(fc.array(any), fc.constantFrom(...sortings), fc.constantFrom(...groupings), (facts, sort, group) => {
        const all = facts.map(({ agent, ...record }, index) => session(String(index), record, agent));
        const [flat] = arrange(all, { sort, group: 'none' }, folders, now);
        const order = new Map(flat?.sessions.map(({ key }, index) => [key, index]));
        const groups = arrange(all, { sort, group }, folders, now);
        assert.equal(groups.flatMap((one) => one.sessions).length, all.length);
        assert.equal(new Set(groups.map(({ key }) => key)).size, groups.length);
        for (const one of groups) {
          const places = one.sessions.map(({ key }) => order.get(key) ?? -1);
          assert.ok(places.length > 0);
          assert.deepEqual(places, [...places].sort((a, b) => a - b));
        }
      }),
    );
  });
});

describe('X9 What was kept of an arrangement', () => {
  it('counts as far as it makes sense', () => {
    assert.deepEqual(toArrangement({ sort: 'title', group: 'day' }), { sort: 'title', group: 'day' });
    assert.deepEqual(toArrangement({ sort: 'size', group: 'agent' }), { sort: 'activity', group: 'agent' });
    for (const kept of [undefined, null, 'title', []]) assert.deepEqual(toArrangement(kept), { sort: 'activity', group: 'none' });
  });
});
