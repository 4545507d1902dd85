import assert from 'node:assert/strict';
import { themeNames } from '../harness/themes';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, onScreen, still, withTranscript, type TranscriptPage } from './openTranscript';
import { everyKind } from './samples';

const call = (id: string, command: string, output: string): ReturnType<typeof event> =>
  event('tool_call', '', { id, tool: { name: 'Bash', kind: 'execute', status: 'completed', input: { command }, output } });

async function find(test: TranscriptPage, text: string): Promise<void> {
  await test.page.keyboard.press('Control+f');
  await test.page.getByRole('textbox', { name: 'Find in Conversation' }).fill(text);
  await test.page.getByRole('search').getByText(/ of |No results/).waitFor();
  await still(test);
}

/** The texts that are marked, and how many of them as the match that was gone to. */
function marked({ page }: TranscriptPage): Promise<{ all: string[]; current: number }> {
  return page.evaluate(() => ({
    all: [...(CSS.highlights.get('match') ?? [])].map(String),
    current: CSS.highlights.get('current-match')?.size ?? 0,
  }));
}

/** Whether the first place of the match that was gone to is on the screen. */
function isInView({ page }: TranscriptPage): Promise<boolean> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('current-match') ?? [];
    const rect = (range as Range).getBoundingClientRect();
    const frame = document.querySelector('.feed')?.getBoundingClientRect();
    return rect.height > 0 && rect.top >= (frame?.top ?? 0) && rect.bottom <= (frame?.bottom ?? 0);
  });
}

describe('R5 Finding a text in the conversation', () => {
  it('goes through all matches of a long transcript, also those that were not loaded, and marks what is found', async () => {
    const messages = conversation(3000).map((each, index) => (index % 1000 === 500 ? { ...each, text: `${'A paragraph.\n\n'.repeat(60)}The **nee**dle.` } : each));
    await withTranscript(new FakeHost(messages), {}, async (test) => {
      await test.page.locator('article').first().waitFor();
      await find(test, 'needles');
      const status = test.page.getByRole('search').getByRole('status');
      assert.equal(await status.innerText(), 'No results');
      await find(test, 'NEEdle');
      assert.equal(await status.innerText(), '3 of 3');
      for (const [key, words, position] of [['Enter', '1 of 3', 501], ['Enter', '2 of 3', 1501], ['Shift+Enter', '1 of 3', 501]] as const) {
        await test.page.keyboard.press(key);
        await test.page.getByText(words).waitFor();
        await still(test);
        assert.ok((await onScreen(test)).has(position), words);
        assert.deepEqual(await marked(test), { all: ['needle'], current: 1 });
        assert.ok(await isInView(test), words);
      }
      await test.page.keyboard.press('Escape');
      assert.deepEqual(await marked(test), { all: [], current: 0 });
      assert.equal(await test.page.evaluate(() => document.activeElement?.role), 'feed');
      assert.ok((await onScreen(test)).has(501));
    });
  });

  it('opens a call with its result for a match in either, and keeps it open', async () => {
    const events = [event('user_message', 'Go'), call('a', 'ls', 'one'), call('b', 'cat notes', `${'line\n'.repeat(500)}the treasure`), event('agent_message', 'Done')];
    await withTranscript(new FakeHost(events), {}, async (test) => {
      await test.page.getByText('Done').waitFor();
      await find(test, 'treasure');
      await test.page.getByText('the treasure').waitFor();
      await still(test);
      assert.deepEqual(await marked(test), { all: ['treasure'], current: 1 });
      assert.ok(await isInView(test));
      assert.equal(await test.page.getByText('command: cat notes').count(), 1);
      await test.page.keyboard.press('Escape');
      assert.equal(await test.page.getByText('the treasure').count(), 1);
      await test.page.getByRole('button', { name: /^Ran 2 commands/ }).press('Enter');
      await test.page.getByText('the treasure').waitFor({ state: 'detached' });
    });
  });

  it('opens what a sub-agent did', async () => {
    await withTranscript(new FakeHost(everyKind()), { size: { width: 900, height: 3000 } }, async (test) => {
      await test.page.locator('article').nth(9).waitFor();
      await find(test, 'are none');
      await test.page.getByText('There are none.').waitFor();
    });
  });

  it('goes on from what is read, stays at its match while the session grows, and types no commands', async () => {
    const host = new FakeHost(conversation(300).map((each) => ({ ...each, text: `${each.text} jkj` })));
    await withTranscript(host, {}, async (test) => {
      await test.page.locator('article').first().waitFor();
      await still(test);
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop = feed.scrollHeight / 2));
      await still(test);
      const first = Math.min(...(await onScreen(test)).keys());
      await find(test, 'jkj');
      const status = test.page.getByRole('search').getByRole('status');
      assert.equal(await status.innerText(), `${first} of 300`);
      host.change([...host.events, event('agent_message', 'jkj')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.getByText(`${first} of 301`).waitFor();
      assert.equal(Math.min(...(await onScreen(test)).keys()), first);
      assert.equal(asked(test, 'transcript.search').length, 2);
    });
  });

  it('is accessible in every theme, and fits 320 pixels', async () => {
    await withTranscript(new FakeHost(everyKind()), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Find in Conversation' }).click();
      await find(test, 'the');
      for (const theme of themeNames) {
        await test.setTheme(theme);
        assert.deepEqual(await test.audit(), [], theme);
      }
      await test.page.setViewportSize({ width: 320, height: 700 });
      assert.equal(await test.page.evaluate(() => document.documentElement.scrollWidth), 320);
    });
  });
});
