import assert from 'node:assert/strict';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, onScreen, still, withTranscript, type TranscriptPage } from './openTranscript';

const changed = { key: 'claude-code:0d6c6f3e' } as const;

/** Messages of very different heights. */
function uneven(count: number): ReturnType<typeof conversation> {
  return conversation(count).map((each, index) => ({ ...each, text: `${each.text}\n\n${'A paragraph.\n\n'.repeat((index * 7) % 12)}` }));
}

async function scrollTo({ page }: TranscriptPage, share: number): Promise<void> {
  await page.locator('.feed').evaluate((feed, part) => (feed.scrollTop = feed.scrollHeight * part), share);
}

async function opened(test: TranscriptPage): Promise<void> {
  await test.page.locator('article').first().waitFor();
  await still(test);
}

function distanceFromEnd({ page }: TranscriptPage): Promise<number> {
  return page.locator('.feed').evaluate((feed) => feed.scrollHeight - feed.clientHeight - feed.scrollTop);
}

function jump({ page }: TranscriptPage): ReturnType<typeof page.getByRole> {
  return page.getByRole('button', { name: 'Jump to Latest' });
}

describe('X21 A long transcript', () => {
  it('opens at its end with one window of 100,000 events', async () => {
    await withTranscript(new FakeHost(uneven(100_000)), {}, async (test) => {
      await opened(test);
      assert.ok((await onScreen(test)).has(100_000));
      assert.ok((await distanceFromEnd(test)) <= 1);
      assert.deepEqual(asked(test, 'transcript.window'), [{ part: null, branches: [], from: 99_800, count: 200 }]);
      assert.equal(await jump(test).count(), 0);
    });
  });

  it('scrolls by keyboard from the start', async () => {
    await withTranscript(new FakeHost(uneven(1000)), {}, async (test) => {
      await opened(test);
      await test.page.keyboard.press('PageUp');
      await still(test);
      assert.ok(!(await onScreen(test)).has(1000));
      for (let turn = 0; turn < 12; turn++) {
        const before = await onScreen(test);
        await test.page.keyboard.press('PageUp');
        await still(test);
        const after = await onScreen(test);
        for (const [position, top] of before) assert.ok(!after.has(position) || (after.get(position) ?? 0) - top >= 480, `turn ${turn}: moved ${(after.get(position) ?? 0) - top} pixels`);
      }
      await test.page.keyboard.press('Home');
      await still(test);
      assert.ok((await onScreen(test)).has(1));
      await test.page.keyboard.press('End');
      await still(test);
      assert.ok((await onScreen(test)).has(1000));
      assert.ok((await distanceFromEnd(test)) <= 1);
    });
  });

  it('makes no document for each message that it draws', async () => {
    await withTranscript(new FakeHost(conversation(2000)), {}, async (test) => {
      await opened(test);
      const session = await test.page.context().newCDPSession(test.page);
      const documents = async (): Promise<number> => ((await session.send('Memory.getDOMCounters')) as { documents: number }).documents;
      const before = await documents();
      for (let step = 0; step < 12; step++) {
        await test.page.keyboard.press('PageUp');
        await still(test);
      }
      // One takes megabytes that the browser clears away late.
      assert.ok((await documents()) <= before + 1, `${String(before)}, then ${String(await documents())}`);
    });
  });

  it('fetches what is looked at and not what is scrolled past, and holds little in the document', async () => {
    await withTranscript(new FakeHost(conversation(100_000)), {}, async (test) => {
      await opened(test);
      for (let step = 30; step >= 0; step--) {
        await scrollTo(test, step / 30);
        await test.page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await still(test);
      const screen = await onScreen(test);
      assert.ok(screen.has(1));
      assert.equal(await test.page.locator('article').first().locator('.markdown').innerText(), 'Message 0');
      const windows = asked(test, 'transcript.window').length;
      assert.ok(windows <= 70, `${windows} windows of 500 for 30 places`);
      assert.ok((await test.page.locator('article').count()) < 60);
    });
  });

  it('shows a place for what is not fetched yet, which fills in without moving the rest', async () => {
    const host = new FakeHost(uneven(1000));
    let release: () => void = () => undefined;
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      const quick = host.answers['transcript.window'];
      const held = new Promise<void>((resolve) => (release = resolve));
      test.answer('transcript.window', async (params) => {
        await held;
        return (quick as NonNullable<typeof quick>)(params);
      });
      await scrollTo(test, 0.4);
      await test.page.locator('.placeholder').first().waitFor();
      assert.equal(await test.page.locator('.feed').getAttribute('aria-busy'), 'true');
      // The first entry is cut by the top of the view.
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop += 31));
      await test.page.locator('.placeholder').first().waitFor();
      const [first, top] = [...(await onScreen(test))][0] ?? [0, 0];
      release();
      await test.page.waitForFunction(() => document.querySelector('.placeholder') === null);
      await still(test);
      assert.equal((await onScreen(test)).get(first), top);
    });
  });

  it('does not jump while it is scrolled up through entries of unknown height', async () => {
    await withTranscript(new FakeHost(uneven(2000)), {}, async (test) => {
      await opened(test);
      await test.page.mouse.move(400, 400);
      for (let turn = 0; turn < 40; turn++) {
        const before = await onScreen(test);
        await test.page.mouse.wheel(0, -150);
        await still(test);
        const after = await onScreen(test);
        const moved = [...before].filter(([position]) => after.has(position)).map(([position, top]) => (after.get(position) ?? 0) - top);
        assert.ok(moved.length > 0);
        for (const distance of moved) assert.ok(Math.abs(distance - 150) <= 2, `turn ${turn}: an entry moved ${distance} pixels`);
      }
    });
  });

  it('follows what is added while the reader is at the end', async () => {
    const host = new FakeHost(uneven(300));
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      for (let turn = 0; turn < 5; turn++) {
        host.change([...host.events, event('agent_message', `New ${turn}\n\n${'more\n\n'.repeat(turn * 4)}`)]);
        await test.fire('transcript.changed', changed);
        await test.page.getByText(`New ${turn}`).waitFor({ state: 'attached' });
        await still(test);
        assert.ok((await onScreen(test)).has(301 + turn));
        assert.ok((await distanceFromEnd(test)) <= 1);
      }
      assert.equal(await jump(test).count(), 0);
    });
  });

  it('stays where the reader is when something is added, and jumps to the latest when asked', async () => {
    const host = new FakeHost(uneven(300));
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      await scrollTo(test, 0.5);
      await still(test);
      const before = await onScreen(test);
      host.change([...host.events, event('agent_message', 'The newest')]);
      await test.fire('transcript.changed', changed);
      await test.page.waitForFunction(() => document.querySelector('article')?.ariaSetSize === '301');
      await still(test);
      assert.deepEqual(await onScreen(test), before);
      await jump(test).click();
      await still(test);
      assert.ok((await onScreen(test)).has(301));
      assert.equal(await jump(test).count(), 0);
      assert.equal(await test.page.evaluate(() => document.activeElement?.role), 'feed');
    });
  });

  it('keeps the entry that is read in its place when a rewind takes some before it away', async () => {
    const host = new FakeHost(uneven(300));
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      await scrollTo(test, 0.5);
      await still(test);
      const [top, distance] = [...(await onScreen(test))][0] ?? [0, 0];
      host.change(host.events.slice(10));
      await test.fire('transcript.changed', changed);
      await test.page.waitForFunction(() => document.querySelector('article')?.ariaSetSize === '290');
      await still(test);
      const after = await onScreen(test);
      assert.ok(Math.abs((after.get(top - 10) ?? Infinity) - distance) <= 2, `${distance} became ${after.get(top - 10)}`);
    });
  });

  it('keeps an opened entry’s head in place at the end', async () => {
    const tool = { name: 'Bash', kind: 'execute', status: 'completed', input: { command: 'ls' }, output: 'file\n'.repeat(200) } as const;
    const host = new FakeHost([...uneven(50), event('tool_call', '', { tool })]);
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      const before = (await onScreen(test)).get(51);
      await test.page.getByRole('button', { name: /^Bash/ }).press('Enter');
      await still(test);
      assert.equal((await onScreen(test)).get(51), before);
      await test.page.getByRole('button', { name: /^Bash/ }).press('Enter');
      await still(test);
      assert.equal(await jump(test).count(), 0);
    });
  });

  it('does not move what is above an entry that is opened where all fits', async () => {
    const tool = { name: 'Bash', kind: 'execute', status: 'completed', input: { command: 'ls' }, output: 'file\n'.repeat(200) } as const;
    const host = new FakeHost([event('tool_call', '', { tool }), ...conversation(4)]);
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      const before = (await onScreen(test)).get(1);
      await test.page.getByRole('button', { name: /^Bash/ }).press('Enter');
      await still(test);
      assert.equal((await onScreen(test)).get(1), before);
      assert.ok((await distanceFromEnd(test)) > 10);
    });
  });

  it('keeps its place and what was opened, and comes back to it', async () => {
    const tool = { name: 'Bash', kind: 'execute', status: 'completed', input: { command: 'ls' }, output: 'a' } as const;
    const host = new FakeHost(uneven(500).flatMap((each, index) => [each, event('tool_call', '', { id: `t${index}`, tool })]));
    let saved: unknown;
    let place = new Map<number, number>();
    await withTranscript(host, {}, async (test) => {
      await opened(test);
      await scrollTo(test, 0.3);
      await still(test);
      await test.page.locator('article .fold-head').nth(4).press('Enter');
      await scrollTo(test, 0.3);
      await still(test);
      place = await onScreen(test);
      await test.page.waitForTimeout(300);
      saved = test.savedState;
    });
    const { at, folds } = saved as TranscriptPageState;
    assert.equal((at ?? 0) + 1, Math.min(...place.keys()));
    assert.equal(Object.values(folds).filter(Boolean).length, 1);
    await withTranscript(host, { savedState: saved }, async (test) => {
      await opened(test);
      const again = await onScreen(test);
      for (const [position, top] of place) assert.ok(Math.abs((again.get(position) ?? Infinity) - top) <= 1, `${position}: ${top} became ${again.get(position)}`);
      await scrollTo(test, 0.9);
      await still(test);
      assert.ok(!(await onScreen(test)).has(Math.min(...place.keys())));
    });
  });

  it('stays at the end when the page gets narrower', async () => {
    await withTranscript(new FakeHost(uneven(100)), {}, async (test) => {
      await opened(test);
      await test.page.setViewportSize({ width: 320, height: 500 });
      await still(test);
      assert.ok((await distanceFromEnd(test)) <= 1);
      assert.equal(await jump(test).count(), 0);
    });
  });
});
