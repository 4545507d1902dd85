import assert from 'node:assert/strict';
import { transcriptLimits } from '../../../src/shared/transcriptContract';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, onScreen, still, withTranscript } from './openTranscript';
import { everyKind } from './samples';

/** Tall enough to have all of a short transcript in the document. */
const tall = { size: { width: 900, height: 3000 } };

describe('X21 What a transcript page shows', () => {
  it('shows every kind of event, with a name for each', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.locator('article').nth(11).waitFor();
      const names = await page.locator('article').evaluateAll((entries) => entries.map((entry) => entry.ariaLabel));
      assert.deepEqual(names, [
        'You',
        'Thought',
        'Tool Grep',
        'Tool Bash',
        'Tool Task',
        'Warning',
        'Error',
        'Note',
        'Earlier conversation was compacted',
        'You',
        'Unknown record: quantum-state',
        'Claude Code',
      ]);
      assert.deepEqual(await page.locator('h1, h2').allTextContents(), ['Fix the tab switch', 'You', 'You', 'Claude Code']);
      await page.getByRole('button', { name: /Bash npm test -- --grep sidebar failed/ }).waitFor();
      await page.getByRole('button', { name: /Grep setContext — src\/views completed/ }).waitFor();
      await page.getByText('Left behind by a rewind').waitFor();
      assert.deepEqual(await page.getByRole('list', { name: 'Attached' }).getByRole('listitem').allTextContents(), [
        'screenshot.png (image, 120 kB)',
        'src/views/sidebar.ts',
      ]);
    });
  });

  it('shows Markdown with headings below the message’s own, code in colour, and pictures as words', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      const answer = page.locator('article').last();
      assert.equal(await answer.locator('h3').textContent(), 'What to look at');
      assert.equal(await answer.locator('.hljs-keyword').first().textContent(), 'export');
      assert.equal(await answer.locator('td').nth(2).textContent(), 'order of registration');
      assert.equal(await answer.locator('a').first().getAttribute('href'), 'https://code.visualstudio.com/api/references/when-clause-contexts');
      assert.match(await answer.innerText(), /the file \(src\/views\/sidebar\.ts\)/);
      assert.match(await answer.innerText(), /Image: screenshot of the sidebar https:\/\/pictures\.example\/sidebar\.png/);
      assert.equal(await answer.locator('img').count(), 0);
    });
  });

  it('keeps the lines of what a person typed', async () => {
    await withTranscript(new FakeHost([event('user_message', 'one\ntwo')]), {}, async ({ page }) => {
      assert.equal(await page.locator('.markdown').innerText(), 'one\ntwo');
    });
  });

  it('divides days and shows each time in full on demand', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.locator('article').nth(11).waitFor();
      assert.equal(await page.locator('.day').count(), 2);
      assert.match((await page.locator('time').first().getAttribute('title')) ?? '', /November 28, 2026/);
    });
  });

  it('says in the head what the session is, and what of it could not be read', async () => {
    const host = new FakeHost(everyKind());
    host.head = {
      running: true,
      omissions: [
        { code: 'broken_record', count: 3, bytes: 2048 },
        { code: 'torn_end', count: 1, bytes: 0 },
      ],
      unknownTypes: { 'quantum-state': 1 },
    };
    await withTranscript(host, {}, async ({ page }) => {
      const head = await page.locator('header').innerText();
      for (const words of ['Fix the tab switch', 'Running', '/home/dev/app', 'main', 'claude-sonnet-4-5', '3 messages', 'Damaged records, skipped: 3 (2 kB)', 'The last record is not written to its end yet.', 'quantum-state × 1']) {
        assert.ok(head.includes(words), `${words} in ${head}`);
      }
      await page.getByRole('button', { name: 'Details' }).click();
      assert.ok(!(await page.locator('header').innerText()).includes('/home/dev/app'));
      await page.getByText('Not everything could be read').waitFor({ state: 'attached' });
    });
  });

  it('opens and folds a tool call by mouse and by keyboard, and keeps it so', async () => {
    const host = new FakeHost(everyKind());
    await withTranscript(host, tall, async (test) => {
      const { page } = test;
      const bash = page.getByRole('button', { name: /^Bash/ });
      await bash.click();
      assert.deepEqual(await page.locator('pre').allTextContents().then((texts) => texts.slice(0, 2)), [
        'command: npm test -- --grep sidebar\ndescription: Run the sidebar tests',
        '1 failing\n  AssertionError: external !== localix',
      ]);
      assert.equal(await bash.getAttribute('aria-expanded'), 'true');
      await bash.press('Enter');
      assert.equal(await bash.getAttribute('aria-expanded'), 'false');
      await bash.press('Space');
      assert.equal(await bash.getAttribute('aria-expanded'), 'true');
      host.change([...host.events, event('notice', 'later')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await page.getByText('later').waitFor();
      assert.equal(await bash.getAttribute('aria-expanded'), 'true');
    });
  });

  it('goes from entry to entry with J and K, and opens the one with the focus with Enter', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.locator('article').nth(11).waitFor();
      const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.ariaLabel ?? null);
      await page.keyboard.press('j');
      assert.equal(await focused(), 'You');
      await page.keyboard.press('j');
      assert.equal(await focused(), 'Thought');
      await page.keyboard.press('Enter');
      assert.match(await page.locator('article').nth(1).locator('.markdown').innerText(), /order of registration/);
      await page.keyboard.press('k');
      assert.equal(await focused(), 'You');
      const outline = await page.locator('article').first().evaluate((entry) => getComputedStyle(entry).outlineStyle);
      assert.equal(outline, 'solid');
    });
  });

  it('keeps the focus on an entry that is scrolled away', async () => {
    await withTranscript(new FakeHost(conversation(500)), {}, async (test) => {
      const { page } = test;
      await page.locator('article').first().waitFor();
      await still(test);
      await page.keyboard.press('j');
      const position = await page.evaluate(() => document.activeElement?.ariaPosInSet);
      await page.locator('.feed').evaluate((feed) => (feed.scrollTop = 0));
      await still(test);
      assert.ok(!(await onScreen(test)).has(Number(position)));
      assert.equal(await page.evaluate(() => document.activeElement?.ariaPosInSet), position);
    });
  });

  it('fetches the whole of a long text when asked', async () => {
    const output = `${'line\n'.repeat(8000)}the end`;
    const tool = { name: 'Bash', kind: 'execute', status: 'completed', input: { command: 'yes' }, output } as const;
    const host = new FakeHost([event('agent_message', `${'word '.repeat(5000)} last words`), event('tool_call', '', { tool })]);
    await withTranscript(host, {}, async (test) => {
      const { page } = test;
      const bash = page.getByRole('button', { name: /^Bash/ });
      await bash.click();
      await page.getByRole('button', { name: 'Show all (40,007 characters)' }).click();
      await page.waitForFunction(() => [...document.querySelectorAll('pre')].some((block) => block.textContent?.endsWith('the end')));
      assert.deepEqual(asked(test, 'transcript.event'), [{ position: 1 }]);
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Tool Bash');
    });
  });

  it('sends the reader to the source for what is too long for a page', async () => {
    const host = new FakeHost([event('agent_message', 'x'.repeat(transcriptLimits.whole + 1), { id: 'huge' })]);
    await withTranscript(host, {}, async (test) => {
      await test.page.getByText('The first 20,000 of 1,000,001 characters.').waitFor();
      await test.page.getByRole('button', { name: 'Open source' }).click();
      assert.equal(asked(test, 'transcript.reveal').length, 1);
    });
  });

  it('copies a message whole, and says so', async () => {
    const text = `${'**word** '.repeat(3000)}last`;
    await withTranscript(new FakeHost([event('agent_message', text)]), {}, async (test) => {
      const copy = test.page.getByRole('button', { name: 'Copy message' });
      // The page is at the end of a message longer than the screen: a click before it has come to rest at the top goes astray.
      await copy.scrollIntoViewIfNeeded();
      await still(test);
      await copy.click();
      await test.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      assert.deepEqual(asked(test, 'transcript.copy'), [{ text }]);
    });
  });

  it('reveals where an unknown record is', async () => {
    const source = { file: '/home/dev/a.jsonl', line: 7 };
    await withTranscript(new FakeHost([event('unknown', '{"type":"odd"}', { source })]), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Unknown record: odd' }).click();
      assert.equal(await test.page.locator('pre').textContent(), '{\n  "type": "odd"\n}');
      await test.page.getByRole('button', { name: 'Open source' }).click();
      assert.deepEqual(asked(test, 'transcript.reveal'), [source]);
    });
  });

  it('speaks the language of VS Code', async () => {
    const state = { state: { key: 'codex:1', at: null, offset: 0, folds: {} }, words: { 'Open in {0}': 'In {0} öffnen', You: 'Sie' } };
    await withTranscript(new FakeHost([event('user_message', 'Hallo')]), { state }, async ({ page }) => {
      await page.getByRole('button', { name: 'In Claude Code öffnen' }).waitFor();
      await page.getByRole('heading', { name: 'Sie' }).waitFor();
    });
  });
});
