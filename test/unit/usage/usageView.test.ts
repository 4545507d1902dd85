import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { UsageFigures, UsageFocus, UsageQuery } from '../../../src/shared/usageContract';
import { addDays } from '../../../src/shared/usagePeriods';
import { Prices } from '../../../src/usage/prices';
import { tokensOf } from '../../../src/usage/report';
import { exported } from '../../../src/usage/usageExport';
import type { UsageEntry, UsageOfRows } from '../../../src/usage/usageEntries';
import { sessionsOf, viewOf } from '../../../src/usage/usageView';

const today = '2026-11-30';
const prices = new Prices({ a: { input: 1, output: 1 } });
const count = fc.nat(5000);

const entry: fc.Arbitrary<UsageEntry> = fc.record({
  session: fc.constantFrom('codex:1' as const, 'codex:2' as const, 'gemini:3' as const),
  project: fc.constantFrom('/home/dev/app', '/home/dev/other', null),
  day: fc.oneof({ weight: 9, arbitrary: fc.nat(400).map((back) => addDays(today, -back)) }, { weight: 1, arbitrary: fc.constant(null) }),
  model: fc.constantFrom('a', 'b', null),
  isSide: fc.boolean(),
  requests: count,
  usage: fc.record({ input: count, output: count, cache_read: count, cache_write: count, reasoning: count }),
}).map((made) => ({ ...made, agent: made.session.startsWith('codex') ? ('codex' as const) : ('gemini' as const) }));

const row = { folder: '/home/dev/app', comparable: '/home/dev/app', owner: null, isHidden: false, lastActivityAt: null };
const usage = fc.array(entry, { maxLength: 60 }).map((entries): UsageOfRows => ({ entries, unknown: [{ agent: 'copilot', id: '4', row, isKnown: false, days: [] }] }));
const query: fc.Arbitrary<UsageQuery> = fc.record({
  scope: fc.constant('folders' as const),
  period: fc.constantFrom('today' as const, '30' as const, '90' as const, 'month' as const, 'all' as const),
  custom: fc.constant({ since: null, until: null }),
  agent: fc.constantFrom(undefined, 'codex', 'gemini'),
  project: fc.constantFrom(undefined, '', '/home/dev/app'),
  model: fc.constantFrom(undefined, '', 'a'),
});

describe('X27 figures of usage', () => {
  const listed = (of: UsageOfRows, asked: UsageQuery, focus: UsageFocus) => sessionsOf(of, asked, focus, { today, prices, titleOf: (key) => key });
  const sum = (figures: readonly (UsageFigures | null)[]): number => figures.reduce((all, each) => all + (each === null ? 0 : tokensOf(each)), 0);

  it('are, each of them, the sum of the sessions that it opens', () => {
    fc.assert(
      fc.property(usage, query, (of, asked) => {
        const view = viewOf(of, asked, today, prices);
        const whole = tokensOf(view.now.figures);
        const all = listed(of, asked, {});
        assert.equal(sum(all.rows.map(({ figures }) => figures)), whole);
        assert.equal(all.rows.filter(({ figures }) => figures !== null).length, view.now.sessions);
        for (const part of ['agent', 'project', 'model'] as const) {
          assert.equal(sum(view.groups[part].map(({ figures }) => figures)), whole);
          for (const { name, figures, sessions } of view.groups[part]) {
            const { rows } = listed(of, asked, { [part]: name });
            assert.deepEqual([sum(rows.map((each) => each.figures)), rows.length], [tokensOf(figures), sessions]);
          }
        }
        for (const { since, until, parts } of view.bars) {
          const { rows } = listed(of, asked, { days: { since, until } });
          assert.equal(sum(rows.map(({ figures }) => figures)), parts.reduce((total, { tokens }) => total + tokens, 0));
        }
        assert.equal(listed(of, asked, { unknown: true }).total, view.unknownSessions);
        assert.equal(sum(listed(of, asked, { undated: true }).rows.map(({ figures }) => figures)), tokensOf(view.undated));
        // A day of the year opens the page of that day.
        for (const [day, tokens] of Object.entries(view.heat).slice(0, 5)) {
          assert.equal(sum(listed(of, { ...asked, period: 'custom', custom: { since: day, until: day } }, {}).rows.map(({ figures }) => figures)), tokens);
        }
      }),
    );
  });

  it('of all bars make up all that has a time', () => {
    fc.assert(
      fc.property(usage, query, (of, asked) => {
        const view = viewOf(of, asked, today, prices);
        const inBars = view.bars.flatMap(({ parts }) => parts).reduce((total, { tokens }) => total + tokens, 0);
        const undated = view.days.since === null ? tokensOf(view.undated) : 0;
        assert.equal(inBars + undated, tokensOf(view.now.figures));
      }),
    );
  });

  it('stand beside those of as many days before', () => {
    const on = (day: string, input: number): UsageEntry => ({ session: 'codex:1', agent: 'codex', project: null, day, model: 'a', isSide: false, requests: 1, usage: { input, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 } });
    const view = viewOf({ entries: [on('2026-11-30', 1), on('2026-11-24', 2), on('2026-11-23', 4), on('2026-11-17', 8), on('2026-11-16', 16)], unknown: [] }, { scope: 'folders', period: '7', custom: { since: null, until: null } }, today, prices);
    assert.deepEqual([view.now.figures.input, view.before?.figures.input, view.now.activeDays, view.bars.length], [3, 12, 2, 7]);
  });

  it('are written to a file as they are shown, and no text of a history is a formula there', () => {
    const made: UsageEntry = { session: 'codex:1', agent: 'codex', project: '=cmd|"/c calc"!A1', day: today, model: 'a,b', isSide: true, requests: 2, usage: { input: 1, output: 2, cache_read: 3, cache_write: 4, reasoning: 1 } };
    const asked: UsageQuery = { scope: 'folders', period: '7', custom: { since: null, until: null } };
    const older = { ...made, day: '2026-01-01' };
    assert.equal(
      exported({ entries: [made, older], unknown: [] }, asked, 'csv', today, prices),
      'day,agent,project,model,session,subagents,requests,input,output,cache_read,cache_write,reasoning,cost_estimate\r\n' +
        '2026-11-30,codex,"\'=cmd|""/c calc""!A1","a,b",codex:1,true,2,1,2,3,4,1,\r\n',
    );
    const { rows } = JSON.parse(exported({ entries: [made, older], unknown: [] }, { ...asked, period: 'all' }, 'json', today, prices)) as { rows: { day: string; cost_estimate: number | null }[] };
    assert.deepEqual(rows.map(({ day, cost_estimate }) => [day, cost_estimate]), [['2026-01-01', null], [today, null]]);
  });
});
