import assert from 'node:assert/strict';
import { fail } from '../../../src/core/result';
import { themeNames } from '../harness/themes';
import { event, FakeHost } from './fakeHost';
import { asked, still, withTranscript, type TranscriptPage } from './openTranscript';
import { everyKind } from './samples';

interface Case {
  readonly name: string;
  host(): FakeHost;
  /** Brings the page into the state, and resolves when it is there. */
  reach(test: TranscriptPage): Promise<void>;
}

const never = new Promise<never>(() => undefined);

const cases: readonly Case[] = [
  {
    name: 'loading',
    host() {
      const host = new FakeHost([]);
      host.answers['transcript.open'] = () => never;
      return host;
    },
    reach: ({ page }) => page.getByRole('status').filter({ hasText: 'Reading the session…' }).waitFor(),
  },
  {
    name: 'empty',
    host: () => new FakeHost([]),
    reach: ({ page }) => page.getByText('This session has no messages yet.').waitFor(),
  },
  {
    name: 'missing',
    host() {
      const host = new FakeHost([]);
      host.answers['transcript.open'] = () => fail('session_missing');
      return host;
    },
    reach: ({ page }) => page.getByRole('alert').filter({ hasText: 'no longer among the files of Claude Code' }).waitFor(),
  },
  {
    name: 'with every kind, opened',
    host() {
      const host = new FakeHost([...everyKind(), event('agent_message', 'word '.repeat(5000))]);
      host.head = { running: true, omissions: [{ code: 'broken_record', count: 3, bytes: 2048 }], unknownTypes: { odd: 1 } };
      host.subagents.set('a91f', new FakeHost(everyKind()));
      return host;
    },
    async reach(test) {
      await test.page.locator('article').first().waitFor();
      await still(test);
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop = 0));
      await still(test);
      for (const index of [1, 5, 6, 7]) await test.page.locator(`[data-index="${index}"] .fold-head`).first().click();
      for (const line of await test.page.locator('.block .fold-head').all()) await line.click();
      await test.page.getByText('AssertionError').waitFor();
      await test.page.getByRole('button', { name: 'Sub-agent a91f' }).click();
      await test.page.locator('.subagent').getByText('What to look at').waitFor();
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop = 0));
      await still(test);
    },
  },
  {
    name: 'with what it cannot read any more',
    host: () => new FakeHost(everyKind()),
    async reach(test) {
      await test.page.locator('article').first().waitFor();
      test.answer('transcript.open', () => fail('session_unreadable', 'EACCES'));
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.getByRole('alert').filter({ hasText: 'EACCES' }).waitFor();
    },
  },
  {
    name: 'with a failure to resume',
    host() {
      const host = new FakeHost(everyKind());
      host.answers['transcript.resume'] = () => fail('folder_missing', '/home/dev/gone');
      return host;
    },
    async reach({ page }) {
      await page.getByRole('button', { name: 'Open in Claude Code' }).click();
      await page.getByRole('status').filter({ hasText: '/home/dev/gone' }).waitFor();
    },
  },
  {
    name: 'as a history',
    host() {
      const host = new FakeHost([...everyKind(), event('notice', 'Overloaded', { severity: 'error' })]);
      host.historyHead = { ...host.historyHead, part: { index: 2, count: 3, bytes: 20_000_000, total: 90_000_000 }, omissions: [{ code: 'broken_record', count: 3, bytes: 2048 }] };
      return host;
    },
    async reach({ page }) {
      await page.getByRole('button', { name: 'History' }).click();
      await page.getByRole('button', { name: /^Tool \d/ }).click();
      await page.getByRole('article', { name: /^Tool/ }).first().waitFor();
    },
  },
  {
    name: 'as a history, with an entry open',
    host: () => new FakeHost(everyKind()),
    async reach({ page }) {
      await page.getByRole('button', { name: 'History' }).click();
      for (const type of ['Tool', 'User', 'Agent']) await page.getByRole('button', { name: new RegExp(`^${type} \\d`) }).click();
      await page.getByRole('article', { name: /^Tool/ }).last().getByRole('button', { name: /^Tool/ }).click();
      await page.getByRole('dialog').locator('pre').waitFor();
    },
  },
  {
    name: 'with the list of keys',
    host: () => new FakeHost(everyKind()),
    async reach({ page }) {
      await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click();
      await page.getByText('Next entry').waitFor();
      await page.getByText('Ctrl+F', { exact: true }).waitFor();
    },
  },
];

/** What reaches beyond the right edge, but for code and tables in their own scrollers. */
function tooWide({ page }: TranscriptPage): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((element) => element.closest('pre, .wide, .hidden, [popover]:not(:popover-open)') === null)
      .filter((element) => element.getBoundingClientRect().right > innerWidth || (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)))
      .map((element) => `${element.localName}.${element.className}`),
  );
}

describe('X21 The states of a transcript page', () => {
  for (const { name, host, reach } of cases) {
    it(`is accessible in every theme: ${name}`, async () => {
      await withTranscript(host(), { size: { width: 900, height: 3200 } }, async (test) => {
        await reach(test);
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], theme);
        }
      });
    });

    it(`needs no scrolling to the side at 320 pixels, nor at 400 % of 1280 by 1024: ${name}`, async () => {
      await withTranscript(host(), { size: { width: 320, height: 900 } }, async (test) => {
        await reach(test);
        assert.deepEqual(await tooWide(test), []);
        await test.page.setViewportSize({ width: 320, height: 256 });
        await still(test);
        assert.deepEqual(await tooWide(test), []);
      });
    });
  }

  it('says what went wrong and what to do, for every failure to read, and reads again when asked', async () => {
    const host = new FakeHost(everyKind());
    const open = host.answers['transcript.open'];
    host.answers['transcript.open'] = () => fail('session_unreadable', 'EIO');
    await withTranscript(host, {}, async (test) => {
      const alert = test.page.getByRole('alert');
      await alert.waitFor();
      assert.equal(await alert.innerText(), 'This session could not be read. (EIO)\n\nCheck that its file can be opened, then try again.');
      test.answer('transcript.open', () => {
        throw new Error('worker ended');
      });
      await test.page.getByRole('button', { name: 'Try Again' }).click();
      await test.page.getByRole('alert').filter({ hasText: 'worker ended' }).waitFor();
      test.answer('transcript.open', open as NonNullable<typeof open>);
      await test.page.getByRole('button', { name: 'Try Again' }).click();
      await test.page.getByRole('heading', { name: 'Fix the tab switch' }).waitFor();
    });
  });

  it('reads again by itself when a session that was missing comes', async () => {
    const host = new FakeHost(everyKind());
    const open = host.answers['transcript.open'];
    host.answers['transcript.open'] = () => fail('session_missing');
    await withTranscript(host, {}, async (test) => {
      await test.page.getByRole('alert').waitFor();
      test.answer('transcript.open', open as NonNullable<typeof open>);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.locator('article').first().waitFor();
    });
  });

  it('fills an empty session when something is said in it', async () => {
    const host = new FakeHost([]);
    await withTranscript(host, {}, async (test) => {
      await test.page.getByText('This session has no messages yet.').waitFor();
      host.change([event('user_message', 'Hello')]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await test.page.getByText('Hello').waitFor();
    });
  });

  it('opens the session in its agent, and says how that went', async () => {
    const host = new FakeHost(everyKind());
    await withTranscript(host, {}, async (test) => {
      const status = test.page.getByRole('status');
      await test.page.getByRole('button', { name: 'Open in Claude Code' }).press('Enter');
      await status.filter({ hasText: 'Opened in Claude Code.' }).waitFor();
      assert.deepEqual(asked(test, 'transcript.resume'), [{}]);
      const words = {
        agent_not_installed: 'Claude Code was not found on this machine. Install it',
        folder_not_recorded: 'does not say in which folder it ran',
        workspace_untrusted: 'Claude Code is not started in a workspace that is not trusted. Trust the workspace',
        terminal_failed: 'The terminal could not be started. (spawn failed) Try again',
        session_missing: 'no longer among the files of Claude Code',
      } as const;
      for (const [code, text] of Object.entries(words)) {
        test.answer('transcript.resume', () => fail(code as keyof typeof words, 'spawn failed'));
        await test.page.getByRole('button', { name: 'Open in Claude Code' }).click();
        await status.filter({ hasText: text }).waitFor();
      }
    });
  });

  it('reaches everything with the keyboard', async () => {
    const host = new FakeHost([event('user_message', 'Hello'), event('unknown', '{"type":"odd"}')]);
    await withTranscript(host, {}, async ({ page }) => {
      await page.locator('article').nth(1).waitFor();
      const names: string[] = [];
      for (let stop = 0; stop < 13; stop++) {
        await page.keyboard.press('Tab');
        names.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim() ?? ''));
      }
      assert.deepEqual(names.map((name) => name.replace(/\d.*/, '')), ['Chat', 'History', 'Find in Conversation', 'Export Session…', 'Copy Link', 'Details', 'Keyboard Shortcuts', 'Conversation', 'Copy Message', 'Copy as Markdown', 'Open Raw Record', 'Unknown record: odd', 'Open in Claude Code']);
    });
  });

  it('follows a change of theme', async () => {
    await withTranscript(new FakeHost(everyKind()), { theme: 'light' }, async (test) => {
      await test.page.locator('article').first().waitFor();
      await test.setTheme('highContrast');
      await still(test);
      assert.deepEqual(await test.audit(), []);
      const colour = await test.page.locator('vscode-button').first().evaluate((button) => getComputedStyle(button).color);
      assert.equal(colour, 'rgb(255, 255, 255)');
    });
  });
});
