import assert from 'node:assert/strict';
import { fail } from '../../../src/core/result';
import { transcriptLimits } from '../../../src/shared/transcriptContract';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, onScreen, still, withTranscript } from './openTranscript';
import { everyKind } from './samples';

/** Tall enough to have all of a short transcript in the document. */
const tall = { size: { width: 900, height: 3000 } };

describe('X21 What a transcript page shows', () => {
  it('shows every kind of event, with a name for each', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.locator('article').nth(9).waitFor();
      const names = await page.locator('article').evaluateAll((entries) => entries.map((entry) => entry.ariaLabel));
      assert.deepEqual(names, [
        'You',
        'Thought, searched once, read 1 file, ran 1 command, edited 1 file, updated the plan, ran 1 sub-agent',
        'Warning',
        'Error',
        'Note',
        'Earlier conversation was compacted',
        'Work of a sub-agent',
        'Unknown record: quantum-state',
        'You',
        'Claude Code',
      ]);
      assert.deepEqual(await page.locator('h1, h2').allTextContents(), ['Fix the tab switch', 'You', 'Claude Code', 'Claude Code', 'You', 'Claude Code']);
      await page.getByRole('button', { name: /^Thought, searched once.* 1 failed/ }).click();
      await page.getByRole('button', { name: /Bash npm test -- --grep sidebar failed/ }).waitFor();
      await page.getByRole('button', { name: /Grep setContext — src\/views completed/ }).waitFor();
      assert.deepEqual(await page.getByRole('list', { name: 'Attached' }).getByRole('listitem').allTextContents(), [
        'screenshot.png (image, 120 kB)',
        'src/views/sidebar.ts',
      ]);
    });
  });

  it('A9 shows whose a run is once, with a tile, the model and the time, and the reader’s own messages without', async () => {
    const at = (minute: number): { at: string } => ({ at: new Date(Date.UTC(2026, 10, 29, 16, minute)).toISOString() });
    const tool = { name: 'Bash', kind: 'execute', status: 'completed', input: { command: 'ls' }, output: 'a' } as const;
    const events = [event('user_message', 'Hi', at(0)), event('tool_call', '', { tool, ...at(1) }), event('agent_message', 'One', at(2)), event('agent_message', 'Two', at(3)), event('agent_message', 'Late', at(20))];
    await withTranscript(new FakeHost(events), tall, async ({ page }) => {
      await page.locator('article').nth(4).waitFor();
      const heads = await page.locator('article').evaluateAll((entries) => entries.map((entry) => entry.querySelector('.run-head .tile')?.textContent ?? ''));
      assert.deepEqual(heads, ['', 'CC', '', '', 'CC']);
      assert.match(await page.locator('.run-head').last().innerText(), /^CC\s+Claude Code\s+claude-sonnet-4-5\s+\d+:20/);
      const [text, time] = await Promise.all([page.locator('.own .markdown').boundingBox(), page.locator('.own time').boundingBox()]);
      assert.ok((time?.y ?? 0) >= (text?.y ?? Infinity) + (text?.height ?? 0));
    });
  });

  it('leaves the end of a line to be clicked, where the buttons of the message below it come up', async () => {
    const tool = { name: 'Bash', kind: 'execute', status: 'failed', input: { command: 'ls' }, output: 'a' } as const;
    const host = new FakeHost([event('user_message', 'Hi'), event('tool_call', '', { tool }), event('tool_call', '', { tool }), event('agent_message', 'One')]);
    await withTranscript(host, tall, async ({ page }) => {
      const line = page.getByRole('button', { name: /^Ran 2 commands/ });
      // Before its end there is the time.
      const box = await line.boundingBox();
      await line.click({ position: { x: (box?.width ?? 0) - 90, y: (box?.height ?? 0) - 4 } });
      await page.getByRole('button', { name: /^Bash ls failed/ }).first().waitFor();

      const message = await page.getByText('One', { exact: true }).boundingBox();
      const copy = page.locator('article').last().getByRole('button', { name: 'Copy Message' });
      const button = await copy.boundingBox();
      const x = (button?.x ?? 0) + (button?.width ?? 0) / 2;
      await page.mouse.move(x, (message?.y ?? 0) + 10);
      await page.mouse.move(x, (button?.y ?? 0) + 12, { steps: 20 });
      assert.equal(await copy.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity), '1');
      assert.ok(await copy.evaluate((element) => element.matches(':hover')));
    });
  });

  it('A3 counts equal notices, and names their times in the tooltip', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      const count = page.locator('.count');
      await count.waitFor();
      assert.equal(await count.innerText().then((text) => text.split('\n')[0]), '×2');
      assert.equal((await count.getAttribute('title'))?.split('\n').length, 2);
    });
  });

  it('A1 opens the latest block while the agent is at work, folds it when it has moved on, and keeps to the reader’s choice', async () => {
    const call = (id: string): ReturnType<typeof event> =>
      event('tool_call', '', { id, tool: { name: 'Bash', kind: 'execute', status: 'completed', input: { command: id }, output: 'a' } });
    const host = new FakeHost([event('user_message', 'Go'), call('a'), call('b')]);
    host.head = { running: true };
    await withTranscript(host, tall, async (test) => {
      const { page } = test;
      const blocks = page.locator('button', { hasText: /^Ran \d commands/ });
      const open = (): Promise<(string | null)[]> => blocks.evaluateAll((all) => all.map((button) => button.getAttribute('aria-expanded')));
      const add = async (shown: string, ...events: ReturnType<typeof event>[]): Promise<void> => {
        host.change([...host.events, ...events]);
        await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
        await page.getByText(shown).waitFor();
        await still(test);
      };
      await blocks.first().waitFor();
      assert.deepEqual(await open(), ['true']);
      await add('Ran 3 commands', call('c'));
      assert.deepEqual(await open(), ['true']);
      await add('Ran 2 commands', event('agent_message', 'Done'), call('d'), call('e'));
      assert.deepEqual(await open(), ['false', 'true']);
      await blocks.first().click();
      await blocks.last().click();
      await add('Done, too', call('f'), event('agent_message', 'Done, too'));
      assert.deepEqual(await open(), ['true', 'false']);
    });
  });

  it('shows an edit as a diff, a plan as its steps, and output in the terminal’s colours', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.getByRole('button', { name: /^Thought, searched once/ }).click();
      await page.getByRole('button', { name: /^Edit/ }).click();
      assert.equal(await page.locator('.diff pre').innerText().then((text) => text.trim()), '- setContext(tab);\n  register();\n+ setContext(tab);\n+ log(tab);');
      assert.match(await page.locator('.diff figcaption').innerText(), /src\/views\/sidebar\.ts/);
      await page.getByRole('button', { name: /^TodoWrite Fix the order/ }).click();
      const steps = await page.getByRole('list', { name: 'Plan' }).getByRole('listitem').allTextContents();
      assert.deepEqual(steps, ['done: Find the cause', 'under way: Fix the order', 'not started: Test it', 'cancelled: Rename the key']);
      await page.getByRole('button', { name: /^Bash/ }).click();
      const red = page.locator('.ansi', { hasText: '1 failing' });
      assert.notEqual(await red.evaluate((span) => getComputedStyle(span).color), await page.locator('body').evaluate((body) => getComputedStyle(body).color));
    });
  });

  it('keeps the numbers of a list and the sides of columns, and lets the keyboard into what is wide', async () => {
    const text = '3. third\n4. fourth\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\ncode\n```';
    await withTranscript(new FakeHost([event('agent_message', text)]), tall, async ({ page }) => {
      await page.getByText('third').waitFor();
      assert.equal(await page.locator('.markdown ol').getAttribute('start'), '3');
      assert.deepEqual(await page.locator('.markdown td').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('align'))), [null, 'right']);
      assert.deepEqual(await page.locator('.markdown .wide, .markdown pre').evaluateAll((parts) => parts.map((part) => (part as HTMLElement).tabIndex)), [0, 0]);
    });
  });

  it('opens what a sub-agent did, where it is recorded in the conversation', async () => {
    await withTranscript(new FakeHost(everyKind()), tall, async ({ page }) => {
      await page.getByRole('button', { name: /^Work of a sub-agent 2 messages/ }).click();
      assert.deepEqual(await page.locator('.subagent-work .markdown').allInnerTexts(), ['Look for other uses of the key', 'There are none.']);
    });
  });

  it('asks for the texts of an action when it is opened, and again when they have changed', async () => {
    const tool = { name: 'Bash', kind: 'execute', status: 'in_progress', input: { command: 'make' }, output: null } as const;
    const host = new FakeHost([event('tool_call', '', { id: 'call', tool })]);
    await withTranscript(host, tall, async (test) => {
      await test.page.getByRole('button', { name: /^Bash make running/ }).waitFor();
      assert.deepEqual(asked(test, 'transcript.event'), []);
      await test.page.getByRole('button', { name: /^Bash/ }).click();
      await test.page.getByText('No output is recorded.').waitFor();
      host.change([event('tool_call', '', { id: 'call', tool: { ...tool, status: 'completed', output: 'built' } })]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.getByText('built').waitFor();
      assert.deepEqual(asked(test, 'transcript.event'), [{ part: null, position: 0, whole: false }, { part: null, position: 0, whole: false }]);
    });
  });

  it('says that an action’s texts did not come, and asks again only when told to', async () => {
    const host = new FakeHost(everyKind());
    await withTranscript(host, tall, async (test) => {
      test.answer('transcript.event', () => fail('event_missing'));
      await test.page.getByRole('button', { name: /^Unknown record/ }).click();
      await test.page.getByRole('status').filter({ hasText: 'no longer in the session' }).waitFor();
      await still(test);
      assert.equal(asked(test, 'transcript.event').length, 1);
      const answer = host.answers['transcript.event'];
      test.answer('transcript.event', answer as NonNullable<typeof answer>);
      await test.page.getByRole('button', { name: 'Try Again' }).click();
      await test.page.getByText('"spin": "up"').waitFor();
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
      await page.locator('article').nth(9).waitFor();
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
      for (const words of ['Fix the tab switch', 'Running', '/home/dev/app', 'main', 'claude-sonnet-4-5', '5 messages', 'Damaged records, skipped: 3 (2 kB)', 'The last record is not written to its end yet.', 'quantum-state × 1']) {
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
      await page.getByRole('button', { name: /^Thought, searched once/ }).click();
      const bash = page.getByRole('button', { name: /^Bash/ });
      await bash.click();
      await page.getByText('AssertionError').waitFor();
      assert.deepEqual(await page.locator('.block pre').allTextContents(), [
        'command: npm test -- --grep sidebar\ndescription: Run the sidebar tests',
        '1 failing\n  AssertionError: external !== localix\nwarning:  slow  end',
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
      await page.locator('article').nth(9).waitFor();
      const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.ariaLabel ?? null);
      await page.keyboard.press('j');
      assert.equal(await focused(), 'You');
      await page.keyboard.press('j');
      assert.match((await focused()) ?? '', /^Thought, searched once/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Grep/ }).waitFor();
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
      await page.getByRole('button', { name: 'Show All (40,007 characters)' }).click();
      await page.waitForFunction(() => [...document.querySelectorAll('pre')].some((block) => block.textContent?.endsWith('the end')));
      assert.deepEqual(asked(test, 'transcript.event'), [{ part: null, position: 1, whole: false }, { part: null, position: 1, whole: true }]);
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Tool Bash');
    });
  });

  it('sends the reader to the source for what is too long for a page', async () => {
    const host = new FakeHost([event('agent_message', 'x'.repeat(transcriptLimits.whole + 1), { id: 'huge' })]);
    await withTranscript(host, {}, async (test) => {
      await test.page.getByText('The first 20,000 of 1,000,001 characters.').waitFor();
      await test.page.getByRole('button', { name: 'Open Source File' }).click();
      assert.equal(asked(test, 'transcript.reveal').length, 1);
    });
  });

  it('copies a message whole, as it reads or as Markdown, and says so', async () => {
    const text = `${'word '.repeat(5000)}**last**\n\n- one\n- two`;
    await withTranscript(new FakeHost([event('agent_message', text)]), {}, async (test) => {
      const { page } = test;
      // The page is at the end of a message longer than the screen: a click before it has come to rest at the top goes astray.
      await page.getByRole('button', { name: 'Copy Message' }).scrollIntoViewIfNeeded();
      await still(test);
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByRole('status').filter({ hasText: /^Message copied/ }).waitFor();
      await page.getByRole('button', { name: 'Copy Message' }).click();
      await page.waitForFunction(() => true);
      await still(test);
      assert.deepEqual(asked(test, 'transcript.copy'), [{ text }, { text: `${'word '.repeat(5000)}last\n\none\ntwo` }]);
    });
  });

  it('shows the pictures of a message when asked, and says when only their names are recorded', async () => {
    const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const events = [event('user_message', 'Look', { attachments: ['image/png', 'notes.txt'] }), event('user_message', 'And here', { attachments: ['photo.jpg'] })];
    const host = new FakeHost(events);
    host.answers['transcript.pictures'] = ({ position }) => ({ ok: true, value: position === 0 ? [dot] : [] });
    await withTranscript(host, {}, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: 'Show Picture' }).first().click();
      const picture = page.getByRole('img', { name: 'image/png' });
      await picture.waitFor();
      assert.equal(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)), 1);
      await page.getByRole('button', { name: 'Show Picture' }).click();
      await page.getByText('no picture in it, only the name').waitFor();
      assert.deepEqual(asked(test, 'transcript.pictures'), [{ part: null, position: 0 }, { part: null, position: 1 }]);
      assert.deepEqual(await test.audit(), []);
    });
  });

  it('opens the record of a message at its line', async () => {
    const source = { file: '/home/dev/a.jsonl', line: 7 };
    await withTranscript(new FakeHost([event('agent_message', 'Hello', { source })]), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Open Raw Record' }).click();
      assert.deepEqual(asked(test, 'transcript.reveal'), [source]);
    });
  });

  it('reveals where an unknown record is', async () => {
    const source = { file: '/home/dev/a.jsonl', line: 7 };
    await withTranscript(new FakeHost([event('unknown', '{"type":"odd"}', { source })]), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Unknown record: odd' }).click();
      assert.equal(await test.page.locator('pre').textContent(), '{\n  "type": "odd"\n}');
      await test.page.getByRole('button', { name: 'Open Source File' }).click();
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
