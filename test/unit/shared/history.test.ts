import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type HistoryDelta, type HistoryEntry, type HistorySnapshot, type HistoryState, mergeHistory, noHistory } from '../../../src/shared/history';
import { redactedWindow, updateOf } from '../../../src/transcript/history';
import { HistoryCache, type HistoryRevision } from '../../../src/transcript/historyCache';

const entry = (id: string, text = id): HistoryEntry => ({ id, role: 'user', kind: 'message', text, sent_at: '2026-03-01T10:00:00.000Z' });
const state: HistoryState = { cursor: { epoch: 'e', revision: 2 }, entries: [entry('a'), entry('b')] };
const delta = (more: Partial<HistoryDelta> = {}): HistoryDelta => ({
  history_version: 2, mode: 'delta', cursor: { epoch: 'e', revision: 3 }, window_limit: 200, base_revision: 2, upserts: [], removed: [], ...more,
});
const snapshot = (more: Partial<HistorySnapshot> = {}): HistorySnapshot => ({
  history_version: 2, mode: 'snapshot', cursor: { epoch: 'f', revision: 1 }, window_limit: 200, entries: [entry('z')], ...more,
});
const ids = (merged: HistoryState | undefined): string | undefined => merged?.entries.map(({ id, text }) => (id === text ? id : `${id}=${text}`)).join();

describe('R3 A page merges an update of a history', () => {
  it('by taking a snapshot as it is', () => {
    assert.deepEqual(mergeHistory(noHistory, snapshot(), null), { cursor: { epoch: 'f', revision: 1 }, entries: [entry('z')] });
  });

  it('by removing, replacing, adding and ordering what a delta says', () => {
    const merged = mergeHistory(state, delta({ removed: ['a'], upserts: [entry('b', 'B'), entry('c')], order: ['c', 'b'] }), state.cursor);
    assert.equal(ids(merged), 'c,b=B');
    assert.deepEqual(merged?.cursor, { epoch: 'e', revision: 3 });
  });

  it('by its old order where the delta has none', () => {
    assert.equal(ids(mergeHistory(state, delta({ upserts: [entry('a', 'A')] }), state.cursor)), 'a=A,b');
  });

  it('within the window that the update names, which is 1 to 200', () => {
    const entries = Array.from({ length: 300 }, (_, index) => entry(String(index)));
    for (const [limit, kept] of [[200, 200], [1000, 200], [5, 5], [0, 1], [-3, 1], [Number.NaN, 1]] as const) {
      assert.equal(mergeHistory(noHistory, snapshot({ entries, window_limit: limit }), null)?.entries.length, kept, String(limit));
    }
  });

  const rejected: Readonly<Record<string, Parameters<typeof mergeHistory>>> = {
    'a snapshot that answers an older request': [state, snapshot(), { epoch: 'e', revision: 1 }],
    'a delta that answers an older request': [state, delta(), null],
    'another version': [state, { ...delta(), history_version: 1 as 2 }, state.cursor],
    'a revision of 0': [noHistory, snapshot({ cursor: { epoch: 'f', revision: 0 } }), null],
    'a revision that is no whole number': [noHistory, snapshot({ cursor: { epoch: 'f', revision: 1.5 } }), null],
    'a revision that is no safe number': [noHistory, snapshot({ cursor: { epoch: 'f', revision: 2 ** 53 } }), null],
    'a snapshot of the revision that it has': [state, snapshot({ cursor: { epoch: 'e', revision: 2 } }), state.cursor],
    'a delta to the revision that it has': [state, delta({ cursor: { epoch: 'e', revision: 2 } }), state.cursor],
    'an older revision': [state, snapshot({ cursor: { epoch: 'e', revision: 1 } }), state.cursor],
    'a delta of another epoch': [state, delta({ cursor: { epoch: 'f', revision: 3 } }), state.cursor],
    'a delta before anything': [noHistory, delta(), null],
    'a delta from another base': [state, delta({ base_revision: 1 }), state.cursor],
    'an order with an id twice': [state, delta({ order: ['a', 'a'] }), state.cursor],
    'an order with too little': [state, delta({ order: ['a'] }), state.cursor],
    'an order with what is not there': [state, delta({ order: ['a', 'c'] }), state.cursor],
    'an addition without an order': [state, delta({ upserts: [entry('c')] }), state.cursor],
    'a removal without an order': [state, delta({ removed: ['a'] }), state.cursor],
    'an id twice among the upserts': [state, delta({ upserts: [entry('a', '1'), entry('a', '2')] }), state.cursor],
    'an id twice in a snapshot': [noHistory, snapshot({ entries: [entry('a'), entry('a')] }), null],
  };
  for (const [name, given] of Object.entries(rejected)) {
    it(`and stays as it is on ${name}`, () => assert.equal(mergeHistory(...given), undefined));
  }

  it('and stays as it is on whatever else comes, and never throws', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(fc.property(json, (value) => assert.equal(mergeHistory(state, value, state.cursor), undefined)));
    // One field of a good update, or of an entry in it, is something else.
    const fields = fc.constantFrom('history_version', 'mode', 'cursor', 'base_revision', 'upserts', 'removed', 'order', 'entries', 'window_limit');
    fc.assert(
      fc.property(fc.constantFrom(delta({ removed: ['a'], order: ['b'] }), snapshot()), fields, json, (update, field, value) => {
        const merged = mergeHistory(state, { ...update, [field]: value }, state.cursor);
        if (merged !== undefined) assert.ok(merged.entries.every(({ id, text }) => typeof id === 'string' && typeof text === 'string'));
      }),
    );
    const parts = fc.constantFrom('id', 'role', 'kind', 'text', 'sent_at', 'tool_name');
    fc.assert(
      fc.property(parts, json.filter((value) => typeof value !== 'string'), (part, value) => {
        const wrong = { ...entry('c'), [part]: value };
        for (const update of [snapshot({ entries: [wrong] }), delta({ upserts: [wrong], order: ['a', 'b', 'c'] })]) assert.equal(mergeHistory(state, update, state.cursor), undefined);
      }),
    );
  });

  it('so that it has the newest window, from whichever revision it goes on, through any edits', () => {
    type Message = { readonly id: number; readonly text: string; readonly isTool: boolean };
    const message = fc.record({ id: fc.nat(30), text: fc.constantFrom('x', 'y', 'long'.repeat(9)), isTool: fc.boolean() });
    const script = fc.array(fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 25 }), { minLength: 1, maxLength: 7 });
    const project = (messages: readonly Message[]): HistoryEntry[] =>
      redactedWindow(messages.map(({ id, text, isTool }, position) => ({ ...entry(String(id), text), ...(isTool && { role: 'tool', kind: 'tool_call' }), position })));
    fc.assert(
      fc.property(script, fc.nat(6), (contents, start) => {
        const cache = new HistoryCache(() => 'e');
        const states: HistoryState[] = [];
        let revisions: readonly HistoryRevision[] = [];
        for (const [size, messages] of contents.entries()) {
          revisions = cache.revisions('k', { signature: String(size), identity: 'i', size, mtime: 0, created: null }, () => project(messages));
          const kept = revisions as [HistoryRevision];
          states.push(mergeHistory(noHistory, updateOf(kept, undefined), null) ?? assert.fail('a snapshot was refused'));
        }
        const newest = states.at(-1) as HistoryState;
        const from = states[start % states.length] as HistoryState;
        const update = updateOf(revisions as [HistoryRevision], from.cursor ?? undefined);
        const merged = mergeHistory(from, update, from.cursor) ?? from;
        assert.deepEqual(merged.entries, newest.entries);
        assert.deepEqual(merged.entries, project(contents.at(-1) ?? []));
        if (states.length - (start % states.length) <= 4) assert.equal(update.mode, 'delta');
      }),
      { numRuns: 2000 },
    );
  });
});
