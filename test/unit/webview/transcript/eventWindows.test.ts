import assert from 'node:assert/strict';
import type { PageEvent } from '../../../../src/shared/transcriptContract';
import { EventWindows } from '../../../../webview/transcript/eventWindows';

/** A window of 200 events from `from`, each with `units` of text. */
function window(from: number, units = 10): { revision: string; from: number; events: PageEvent[] } {
  const events = Array.from({ length: 200 }, (_, index): PageEvent => ({
    id: `e${from + index}`,
    position: from + index,
    type: 'user_message',
    at: null,
    author: null,
    text: 'x'.repeat(units),
    on_active_branch: true,
    source: { file: 'a.jsonl', line: 1 },
  }));
  return { revision: '1', from, events };
}

describe('The windows of a transcript that are held', () => {
  it('give an event by position and a position by id', () => {
    const windows = new EventWindows('1');
    windows.add(window(400), 400, 599);
    assert.equal(windows.at(455)?.id, 'e455');
    assert.equal(windows.positionOf('e599'), 599);
    assert.equal(windows.at(399), undefined);
    assert.equal(windows.at(600), undefined);
    assert.equal(windows.positionOf('e1'), undefined);
  });

  it('name the windows that are missing to see a range', () => {
    const windows = new EventWindows('1');
    windows.add(window(200), 0, 0);
    assert.deepEqual(windows.missing(150, 450), [0, 400]);
    assert.deepEqual(windows.missing(200, 399), []);
    assert.deepEqual(windows.missing(0, -1), []);
  });

  it('drop those unseen for the longest when they take too much', () => {
    const windows = new EventWindows('1', 3 * 200 * 10);
    for (const from of [0, 200, 400]) windows.add(window(from), from, from);
    windows.missing(0, 10);
    windows.add(window(600), 600, 610);
    assert.deepEqual(windows.missing(0, 799), [200]);
  });

  it('never drop what is looked at', () => {
    const windows = new EventWindows('1', 1);
    windows.add(window(0), 190, 210);
    windows.add(window(200), 190, 210);
    assert.deepEqual(windows.missing(190, 210), []);
    windows.add(window(400), 500, 510);
    assert.deepEqual(windows.missing(0, 599), [0, 200]);
  });

  it('count a window that comes again once', () => {
    const windows = new EventWindows('1', 2 * 200 * 10);
    for (let time = 0; time < 5; time++) windows.add(window(0), 0, 0);
    windows.add(window(200), 200, 200);
    assert.deepEqual(windows.missing(0, 399), []);
  });
});
