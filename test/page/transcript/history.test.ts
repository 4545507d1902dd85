import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { fail } from '../../../src/core/result';
import type { ToolCall, TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, withTranscript, type TranscriptPage } from './openTranscript';

function call(callId: string, output: string, input: ToolCall['input'] = {}): TranscriptEvent {
  return event('tool_call', '', { id: callId, tool: { name: 'Bash', callId, kind: 'execute', status: 'completed', input, output } });
}

/** Opens the history of `events`. */
async function withHistory(host: FakeHost, use: (test: TranscriptPage) => Promise<void>): Promise<void> {
  await withTranscript(host, {}, async (test) => {
    await test.page.getByRole('button', { name: 'History' }).click();
    await test.page.getByRole('feed', { name: 'Entries' }).waitFor();
    await use(test);
  });
}

const cards = ({ page }: TranscriptPage): Locator => page.getByRole('feed', { name: 'Entries' }).getByRole('article');
const names = async (test: TranscriptPage): Promise<string[]> => (await cards(test).all()).length === 0 ? [] : cards(test).evaluateAll((all) => all.map((card) => card.ariaLabel ?? ''));
/** Settles when the cards are these. */
async function settles(test: TranscriptPage, wanted: readonly string[]): Promise<void> {
  await test.page.waitForFunction((all) => JSON.stringify([...document.querySelectorAll('.card')].map((card) => card.ariaLabel)) === all, JSON.stringify(wanted));
  assert.deepEqual(await names(test), wanted);
}

const mixed = (): TranscriptEvent[] => [
  event('user_message', 'Fix the *tests*'),
  event('agent_message', `On it. ${'word '.repeat(2000)}needle`),
  call('c1', 'exit 0', { command: 'npm test' }),
  event('notice', 'Overloaded', { severity: 'error' }),
  event('agent_message', 'Done'),
];

describe('R5 R6 The history of a session on its page', () => {
  it('shows messages first; types are turned on and off, with the counts of all that there is', async () => {
    await withHistory(new FakeHost(mixed()), async (test) => {
      const { page } = test;
      const toggle = (name: RegExp): Locator => page.getByRole('group', { name: 'Shown entries' }).getByRole('button', { name });
      await settles(test, ['You #1', 'Assistant #2', 'Assistant error #3', 'Assistant #4']);
      assert.deepEqual(await page.getByRole('group', { name: 'Shown entries' }).getByRole('button').allInnerTexts(), ['User 1', 'Agent 3', 'Tool 2']);
      await page.getByText('4/6', { exact: true }).waitFor();
      await toggle(/^Agent/).click();
      await settles(test, ['You #1']);
      await toggle(/^Tool/).click();
      await settles(test, ['You #1', 'Tool call: Bash #2', 'Tool output: Bash #3']);
      await page.getByRole('button', { name: 'Show All Types' }).click();
      await settles(test, ['You #1', 'Assistant #2', 'Tool call: Bash #3', 'Tool output: Bash #4', 'Assistant error #5', 'Assistant #6']);
      assert.equal(await page.getByText('6/6').count(), 0);
    });
  });

  it('is searched for a text as it stands in whole messages, and in texts of tools once they are here', async () => {
    await withHistory(new FakeHost(mixed()), async (test) => {
      const { page } = test;
      const search = page.getByRole('textbox', { name: 'Search the loaded texts' });
      await page.getByRole('button', { name: 'Show All Types' }).click();
      await page.keyboard.press('Control+f');
      assert.ok(await search.evaluate((input) => input === document.activeElement));
      await search.fill('NEEDLE');
      await settles(test, ['Assistant #1']);
      await search.fill('*TESTS*');
      await settles(test, ['You #1']);
      await search.fill('exit 0');
      await page.getByText('No entry matches the filters').waitFor();
      await page.getByRole('button', { name: 'Reset Filters' }).click();
      await page.getByRole('button', { name: /^Load Output/ }).click();
      await page.getByText('exit 0').waitFor();
      await search.fill('exit 0');
      await settles(test, ['Tool output: Bash #1']);
    });
  });

  it('shows the start of a long text, and the whole of it in its details', async () => {
    await withHistory(new FakeHost(mixed()), async (test) => {
      const card = cards(test).nth(1);
      assert.equal((await card.locator('.card-text').innerText()).length, 4000);
      await card.getByRole('button', { name: 'Show all' }).click();
      assert.equal(await test.page.getByRole('dialog').locator('pre').innerText(), `On it. ${'word '.repeat(2000)}needle`);
      await test.page.keyboard.press('Escape');
      await test.page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });

  it('fetches a text that a person opens by the keyboard, and no other', async () => {
    await withHistory(new FakeHost(mixed()), async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: /^Tool \d/ }).press('Enter');
      await cards(test).nth(3).waitFor();
      assert.deepEqual(asked(test, 'history.entry'), []);
      const open = page.getByRole('button', { name: 'Tool output: Bash' });
      for (let stop = 0; !(await open.evaluate((button) => button === document.activeElement)); stop++) {
        assert.ok(stop < 60, 'the card is reached with Tab');
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('exit 0').waitFor();
      assert.equal(asked(test, 'history.entry').length, 1);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.ok(await open.evaluate((button) => button === document.activeElement), 'the focus is back');
    });
  });

  it('fetches an open text again when it was rewritten, also at equal length', async () => {
    const host = new FakeHost([event('user_message', 'Go'), call('c1', 'one')]);
    await withHistory(host, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: /^Tool \d/ }).click();
      await page.getByRole('button', { name: 'Tool output: Bash' }).click();
      await page.getByRole('dialog').getByText('one').waitFor();
      host.change([host.events[0] as TranscriptEvent, call('c1', 'two')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await page.getByRole('dialog').getByText('two').waitFor();
      assert.equal(asked(test, 'history.entry').length, 2);
    });
  });

  it('does not repeat a fetch that failed, and offers it', async () => {
    const host = new FakeHost([event('user_message', 'Go'), call('c1', 'the output')]);
    const answer = host.answers['history.entry'];
    host.answers['history.entry'] = () => fail('entry_gone');
    await withHistory(host, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: /^Tool \d/ }).click();
      await page.getByRole('button', { name: /^Load Output/ }).click();
      await page.getByText('This text could not be loaded.').waitFor();
      host.change([...host.events, event('agent_message', 'More')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await page.getByText('More').waitFor();
      assert.equal(asked(test, 'history.entry').length, 1);
      test.answer('history.entry', answer as NonNullable<typeof answer>);
      await page.getByRole('button', { name: /^Load Output/ }).click();
      await page.getByText('the output').waitFor();
    });
  });

  it('looks for what is new by itself, one request at a time', async () => {
    const host = new FakeHost(mixed());
    const answer = host.answers['history.get'] as NonNullable<(typeof host.answers)['history.get']>;
    await withHistory(host, async (test) => {
      await settles(test, ['You #1', 'Assistant #2', 'Assistant error #3', 'Assistant #4']);
      host.change([...host.events, event('user_message', 'Unannounced')]);
      await test.page.getByText('Unannounced').waitFor();
      let underWay = 0;
      let most = 0;
      const released: (() => void)[] = [];
      test.answer('history.get', async (params) => {
        most = Math.max(most, ++underWay);
        await new Promise<void>((release) => released.push(release));
        underWay--;
        return answer(params);
      });
      const before = asked(test, 'history.get').length;
      for (let times = 0; times < 5; times++) await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.waitForFunction(() => true);
      assert.equal(asked(test, 'history.get').length, before + 1);
      host.change([...host.events, event('user_message', 'After all')]);
      released.forEach((release) => release());
      test.answer('history.get', answer);
      await test.page.getByText('After all').waitFor();
      assert.equal(most, 1);
    });
  });

  it('keeps what it has when it can’t be read any more, and says so', async () => {
    const host = new FakeHost(mixed());
    const answer = host.answers['history.get'];
    await withHistory(host, async (test) => {
      test.answer('history.get', () => fail('session_changing'));
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.getByRole('alert').filter({ hasText: 'rewrites this session just now' }).waitFor();
      assert.equal((await names(test)).length, 4);
      test.answer('history.get', answer as NonNullable<typeof answer>);
      await test.page.getByRole('button', { name: 'Try Again' }).click();
      await test.page.getByRole('alert').waitFor({ state: 'detached' });
    });
  });

  it('is the last 200 messages, says so, and goes through them by its overview', async () => {
    await withHistory(new FakeHost(conversation(205)), async (test) => {
      const { page } = test;
      await page.getByText('The latest 200 messages').waitFor();
      await page.getByText('Message 204', { exact: true }).waitFor();
      await page.locator('.marks').click({ position: { x: 5, y: 1 } });
      await page.getByText('Message 5', { exact: true }).waitFor();
      assert.equal(await cards(test).first().getAttribute('aria-setsize'), '200');
    });
  });

  it('stays where a reader scrolled to while more comes, and at the end otherwise', async () => {
    const host = new FakeHost(conversation(60));
    await withHistory(host, async (test) => {
      const { page } = test;
      await page.getByText('Message 59', { exact: true }).waitFor();
      host.change([...host.events, event('agent_message', 'Message 60')]);
      await page.getByText('Message 60', { exact: true }).waitFor();
      await page.waitForFunction(() => document.querySelector('.card[aria-posinset="61"]')?.getBoundingClientRect().top ?? 9e9 < innerHeight);
      const feed = page.getByRole('feed', { name: 'Entries' });
      await feed.hover();
      await page.mouse.wheel(0, -1500);
      await page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
      await page.getByText('Message 60', { exact: true }).waitFor({ state: 'hidden' });
      const top = await feed.evaluate((element) => element.scrollTop);
      host.change([...host.events, event('agent_message', 'Message 61')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await page.waitForFunction(() => document.querySelector('.card')?.getAttribute('aria-setsize') === '62');
      assert.ok(Math.abs((await feed.evaluate((element) => element.scrollTop)) - top) < 2);
      await page.getByRole('button', { name: 'Jump to Latest' }).click();
      await page.getByText('Message 61', { exact: true }).waitFor();
    });
  });

  it('copies a text whole', async () => {
    await withHistory(new FakeHost(mixed()), async (test) => {
      await cards(test).nth(1).getByRole('button', { name: 'Copy Text' }).click();
      await test.page.getByRole('status').filter({ hasText: /^Text copied: \w/ }).waitFor();
      assert.deepEqual(asked(test, 'transcript.copy'), [{ text: `On it. ${'word '.repeat(2000)}needle` }]);
    });
  });

  it('is there again after a reload', async () => {
    let savedState: unknown;
    await withHistory(new FakeHost(mixed()), async (test) => {
      while ((test.savedState as { mode?: string } | undefined)?.mode !== 'history') await test.page.evaluate(() => new Promise(requestAnimationFrame));
      ({ savedState } = test);
    });
    await withTranscript(new FakeHost(mixed()), { savedState }, async ({ page }) => {
      await page.getByRole('feed', { name: 'Entries' }).waitFor();
    });
  });
});
