import assert from 'node:assert/strict';
import type { PageEvent, PageItem } from '../../../../../src/shared/transcriptContract';
import { ItemWindows } from '../../../../../webview/shared/conversation/itemWindows';

/** A window of 200 messages from `from`, each with `units` of text. */
function window(from: number, units = 10): { revision: string; from: number; items: PageItem[] } {
  const messages = Array.from({ length: 200 }, (_, index): PageEvent => ({
    id: `e${from + index}`,
    position: from + index,
    type: 'user_message',
    at: null,
    author: null,
    text: 'x'.repeat(units),
    on_active_branch: true,
    source: { file: 'a.jsonl', line: 1 },
  }));
  const items = messages.map((event): PageItem => ({ kind: 'message', events: [event], position: event.position, before: null, shownBefore: null, continues: false }));
  return { revision: '1', from, items };
}

describe('The windows of a transcript that are held', () => {
  it('give a row by its index, and its index by its first event', () => {
    const windows = new ItemWindows('1');
    windows.add(window(400), 400, 599);
    assert.equal(windows.at(455)?.events[0].id, 'e455');
    assert.equal(windows.indexOf('e599'), 599);
    assert.equal(windows.at(399), undefined);
    assert.equal(windows.at(600), undefined);
    assert.equal(windows.indexOf('e1'), undefined);
  });

  it('name the windows that are missing to see a range', () => {
    const windows = new ItemWindows('1');
    windows.add(window(200), 0, 0);
    assert.deepEqual(windows.missing(150, 450), [0, 400]);
    assert.deepEqual(windows.missing(200, 399), []);
    assert.deepEqual(windows.missing(0, -1), []);
  });

  it('drop those unseen for the longest when they take too much', () => {
    const windows = new ItemWindows('1', 3 * 200 * 10);
    for (const from of [0, 200, 400]) windows.add(window(from), from, from);
    windows.missing(0, 10);
    windows.add(window(600), 600, 610);
    assert.deepEqual(windows.missing(0, 799), [200]);
  });

  it('never drop what is looked at', () => {
    const windows = new ItemWindows('1', 1);
    windows.add(window(0), 190, 210);
    windows.add(window(200), 190, 210);
    assert.deepEqual(windows.missing(190, 210), []);
    windows.add(window(400), 500, 510);
    assert.deepEqual(windows.missing(0, 599), [0, 200]);
  });

  it('count a window that comes again once', () => {
    const windows = new ItemWindows('1', 2 * 200 * 10);
    for (let time = 0; time < 5; time++) windows.add(window(0), 0, 0);
    windows.add(window(200), 200, 200);
    assert.deepEqual(windows.missing(0, 399), []);
  });
});
