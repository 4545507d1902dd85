import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { startsDay, startsRun } from '../../../src/shared/runs';
import { timelineOf, timeOf, type TimelineItem } from '../../../src/shared/timeline';
import type { EventType, TranscriptEvent } from '../../../src/shared/transcriptEvent';

const wall = { locale: 'en', timeZone: 'UTC' };
let made = 0;

function event(type: EventType, rest: Partial<TranscriptEvent> = {}): TranscriptEvent {
  made++;
  const author = type === 'agent_message' ? 'opus' : null;
  return { id: `e${made}`, type, at: '2026-11-30T10:00:00.000Z', author, text: '', on_active_branch: true, source: { file: 'a', line: made }, ...rest };
}

/** `message*1 actions*3`: kinds and how many events each item has. */
function shape(events: readonly TranscriptEvent[]): string {
  return timelineOf(events).map(({ kind, events: own }) => `${kind}*${own.length}`).join(' ');
}

/** For each item whether it begins a run. */
function runs(events: readonly TranscriptEvent[]): boolean[] {
  return timelineOf(events).map((item) => startsRun(item, wall));
}

const any = fc
  .record({
    type: fc.constantFrom<EventType>('user_message', 'agent_message', 'thought', 'tool_call', 'notice', 'compaction', 'unknown'),
    text: fc.constantFrom('a', 'b'),
    at: fc.option(fc.date({ min: new Date('2026-11-01'), max: new Date('2026-11-05'), noInvalidDate: true }).map((date) => date.toISOString()), { nil: null }),
    author: fc.constantFrom(null, 'opus', 'haiku'),
    ofSubagent: fc.constantFrom(true as const, undefined),
    severity: fc.constantFrom<'info' | 'error'>('info', 'error'),
  })
  .map(({ type, ofSubagent, ...rest }) => event(type, { ...rest, ...(ofSubagent && { ofSubagent }) }));

describe('A1 The timeline of a conversation', () => {
  it('has messages as rows of their own, and what the agent did between them as one', () => {
    const events = [event('user_message'), event('thought'), event('tool_call'), event('unknown'), event('agent_message'), event('tool_call'), event('agent_message')];
    assert.equal(shape(events), 'message*1 actions*3 message*1 actions*1 message*1');
  });

  it('keeps notices and compactions out of the blocks', () => {
    assert.equal(shape([event('tool_call'), event('notice', { text: 'x' }), event('tool_call'), event('compaction'), event('tool_call')]), 'actions*1 notice*1 actions*1 compaction*1 actions*1');
  });

  it('puts what a sub-agent did in between into one row', () => {
    const left = { on_active_branch: false, ofSubagent: true } as const;
    assert.equal(shape([event('user_message'), event('user_message', left), event('tool_call', left), event('agent_message', left), event('agent_message')]), 'message*1 subagent*3 message*1');
  });

  it('A3 counts equal notices that follow each other, whatever their times', () => {
    const notice = (text: string, rest: Partial<TranscriptEvent> = {}): TranscriptEvent => event('notice', { text, ...rest });
    assert.equal(shape([notice('A'), notice('A', { at: '2026-11-30T11:00:00.000Z' }), notice('B'), notice('A')]), 'notice*2 notice*1 notice*1');
    assert.equal(shape([notice('A', { severity: 'error' }), notice('A', { severity: 'warning' })]), 'notice*1 notice*1');
  });

  it('draws no more than a hundred events in one row', () => {
    assert.equal(shape(Array.from({ length: 250 }, () => event('tool_call'))), 'actions*100 actions*100 actions*50');
  });

  it('holds every event once, in order, and knows positions and times before', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (events) => {
        const items = timelineOf(events);
        assert.deepEqual(items.flatMap((item) => item.events), events);
        for (const [index, item] of items.entries()) {
          assert.equal(events[item.position], item.events[0]);
          const earlier = events.slice(0, item.position).filter(({ at }) => at !== null);
          assert.equal(item.before, earlier.at(-1)?.at ?? null);
          assert.equal(item.shownBefore, items.slice(0, index).map(timeOf).findLast((time) => time !== null) ?? null);
          const next = items[index + 1];
          if (next !== undefined && item.events.length < 100) assert.ok(!(item.kind === next.kind && (item.kind === 'actions' || item.kind === 'subagent')));
        }
      }),
    );
  });

  it('keeps the rows before what is added', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), fc.array(any, { maxLength: 10 }), (events, more) => {
        const before = timelineOf(events).slice(0, -1);
        assert.deepEqual(timelineOf([...events, ...more]).slice(0, before.length), before);
      }),
    );
  });
});

describe('A9 Runs of one author', () => {
  const at = (time: string): { at: string } => ({ at: `2026-11-30T${time}:00.000Z` });

  it('share one header', () => {
    assert.deepEqual(runs([event('user_message'), event('agent_message'), event('tool_call'), event('agent_message')]), [true, true, false, false]);
  });

  it('end on another author', () => {
    assert.deepEqual(runs([event('agent_message'), event('user_message'), event('agent_message')]), [true, true, true]);
    assert.deepEqual(runs([event('agent_message'), event('agent_message', { author: 'haiku' })]), [true, true]);
  });

  it('go on over what names no model, and end when the model is another one than before that', () => {
    assert.deepEqual(runs([event('agent_message'), event('tool_call'), event('agent_message', { author: 'haiku' })]), [true, false, true]);
  });

  it('end after more than ten minutes', () => {
    assert.deepEqual(runs([event('agent_message', at('10:00')), event('agent_message', at('10:10')), event('agent_message', at('10:21'))]), [true, false, true]);
  });

  it('end on a new day', () => {
    const events = [event('agent_message', { at: '2026-11-30T23:58:00.000Z' }), event('agent_message', { at: '2026-12-01T00:01:00.000Z' })];
    assert.deepEqual(runs(events), [true, true]);
    assert.deepEqual(timelineOf(events).map((item) => startsDay(item, { ...wall, timeZone: 'America/New_York' })), [true, false]);
  });

  it('end on the day after one on which the agent went on over midnight', () => {
    const late = ['2026-11-30T23:58:00.000Z', '2026-12-01T00:01:00.000Z'].map((time) => event('tool_call', { at: time }));
    assert.deepEqual(runs([...late, event('agent_message', { at: '2026-12-01T00:02:00.000Z' })]), [true, true]);
  });

  it('end on a notice', () => {
    assert.deepEqual(runs([event('agent_message'), event('notice', { text: 'x' }), event('agent_message')]), [true, true, true]);
  });

  it('go on where no time is recorded', () => {
    assert.deepEqual(runs([event('agent_message', { at: null }), event('agent_message', { at: null })]), [true, false]);
  });

  it('begin a day with the first event that has a time', () => {
    const items = timelineOf([event('user_message', { at: null }), event('tool_call', { at: null }), event('tool_call')]);
    assert.deepEqual(items.map((item: TimelineItem) => [startsDay(item, wall), timeOf(item)]), [[false, null], [true, '2026-11-30T10:00:00.000Z']]);
  });
});
