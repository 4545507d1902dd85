import assert from 'node:assert/strict';
import { fail } from '../../../src/core/result';
import type { ChatContract, ChatState } from '../../../src/shared/chatContract';
import type { PageOptions } from '../harness/testPage';
import { themeNames } from '../harness/themes';
import { conversation, event, FakeHost } from '../transcript/fakeHost';
import { everyKind } from '../transcript/samples';
import { still } from '../transcript/openTranscript';
import { agent, asked, plain, withChat, type ChatTestPage } from './openChat';

const session = 'claude-code:0d6c6f3e';
const linked: ChatState = { ...plain, agent: { ...agent, session } };

function withConversation(host: FakeHost, options: Partial<PageOptions<ChatContract>>, use: (test: ChatTestPage) => Promise<void>, chat = linked): Promise<void> {
  return withChat(chat, { ...options, answers: { ...host.answers, ...options.answers } }, use);
}

function withGaps(): FakeHost {
  const host = new FakeHost([...everyKind(), ...conversation(4)]);
  host.head = { omissions: [{ code: 'broken_record', count: 3, bytes: 2048 }], unknownTypes: { odd: 1 } };
  return host;
}

interface Case {
  readonly name: string;
  host(): FakeHost;
  readonly chat?: ChatState;
  reach(test: ChatTestPage): Promise<void>;
}

const cases: readonly Case[] = [
  {
    name: 'with a conversation',
    host: withGaps,
    reach: (test) => test.page.getByText('Message 3', { exact: true }).waitFor().then(() => still(test)),
  },
  {
    name: 'with a search',
    host: withGaps,
    async reach(test) {
      await test.page.getByText('Message 3', { exact: true }).waitFor();
      await test.page.getByRole('button', { name: 'Find in Conversation' }).click();
      await test.page.getByRole('textbox', { name: 'Find in Conversation' }).fill('tab');
      await test.page.getByText(/^\d+ of \d/).waitFor();
      await still(test);
    },
  },
  {
    name: 'with a session that is gone',
    host() {
      const host = new FakeHost([]);
      host.answers['transcript.open'] = () => fail('session_missing');
      return host;
    },
    reach: ({ page }) => page.getByRole('alert').filter({ hasText: 'no longer among the files of Claude Code' }).waitFor(),
  },
  {
    name: 'with an agent that was not opened',
    host: withGaps,
    chat: { ...linked, agentNotice: { heading: 'The agent was not opened', text: 'Claude Code was not found on this machine.', steps: ['Refresh'] } },
    reach: (test) => test.page.getByText('Message 3', { exact: true }).waitFor().then(() => still(test)),
  },
];

describe('P2 X13 X21 The conversation in a chat\'s page', () => {
  for (const { name, host, chat, reach } of cases) {
    it(`is accessible in every theme: ${name}`, async () => {
      await withConversation(host(), { size: { width: 900, height: 700 } }, async (test) => {
        await reach(test);
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], theme);
          await test.screenshot(`chat-${name.replaceAll(' ', '-')}-${theme}`);
        }
      }, chat);
    });

    it(`needs no scrolling to the side at 320 pixels, nor at 400 % of 1280 by 1024: ${name}`, async () => {
      for (const height of [700, 256]) {
        await withConversation(host(), { size: { width: 320, height } }, async (test) => {
          await reach(test);
          await test.screenshot(`chat-${name.replaceAll(' ', '-')}-320-${height}`);
          assert.equal(await test.page.evaluate(() => document.documentElement.scrollWidth), 320);
          // What is said stays to be read: a third of the height at least.
          const room = await test.page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().height ?? 0);
          assert.ok(room > height / 3, `${room} of ${height} pixels`);
        }, chat);
      }
    });
  }

  it('follows what the agent says, and jumps to the latest when asked', async () => {
    const host = new FakeHost(conversation(200));
    await withConversation(host, {}, async (test) => {
      const { page } = test;
      await page.getByText('Message 199', { exact: true }).waitFor();
      host.change([...host.events, event('agent_message', 'Said while it is looked at')]);
      await test.fire('transcript.changed', { key: session });
      await page.getByText('Said while it is looked at').waitFor();
      await still(test);
      const feed = page.locator('.feed');
      assert.ok(await feed.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop <= 1));
      await feed.evaluate((element) => (element.scrollTop -= 800));
      const jump = page.getByRole('button', { name: 'Jump to Latest' });
      await jump.waitFor();
      await jump.click();
      await still(test);
      assert.ok(await feed.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop <= 1));
    });
  });

  it('appears by itself when it is found out which it is, and what is being typed stays', async () => {
    await withConversation(new FakeHost(conversation(4)), {}, async (test) => {
      const { page } = test;
      const area = page.getByRole('textbox', { name: 'Message' });
      await area.fill('Half a th');
      await test.fire('chat.changed', linked);
      await page.getByText('Message 3', { exact: true }).waitFor();
      assert.equal(await area.inputValue(), 'Half a th');
      assert.equal(await area.evaluate((element) => element === document.activeElement), true);
    }, { ...plain, agent });
  });

  it('says where to begin while the agent runs and has recorded nothing, and shows what it then records', async () => {
    const host = new FakeHost(conversation(2));
    let isThere = false;
    const { 'transcript.open': open } = host.answers;
    await withConversation(host, { answers: { 'transcript.open': async (params) => (isThere ? (open?.(params) ?? fail('session_missing')) : fail('session_missing')) } }, async (test) => {
      await test.page.getByText('has recorded your first prompt').waitFor();
      const search = test.page.getByRole('button', { name: 'Find in Conversation' });
      await search.waitFor({ state: 'detached' });
      isThere = true;
      await test.fire('transcript.changed', { key: session });
      await test.page.getByText('Message 1', { exact: true }).waitFor();
      await search.waitFor();
    }, { ...linked, agent: { ...agent, state: 'running', session } });
  });

  it('lets keys write where they are pressed in the composer, and go from entry to entry elsewhere', async () => {
    await withConversation(new FakeHost(conversation(4)), {}, async (test) => {
      const { page } = test;
      await page.getByText('Message 3', { exact: true }).waitFor();
      const area = page.getByRole('textbox', { name: 'Message' });
      await area.fill('');
      await area.pressSequentially('just jk');
      await area.press('Home');
      await area.press('x');
      assert.equal(await area.inputValue(), 'xjust jk');
      await page.locator('.feed').focus();
      await page.keyboard.press('j');
      assert.match(await page.evaluate(() => document.activeElement?.tagName ?? ''), /ARTICLE/);
      await page.keyboard.press('Control+f');
      assert.equal(await page.getByRole('textbox', { name: 'Find in Conversation' }).evaluate((input) => input === document.activeElement), true);
    });
  });

  it('keeps its place and what was opened, beside the chat that VS Code restores the tab by', async () => {
    const host = new FakeHost([...everyKind(), ...conversation(200)]);
    let saved: unknown;
    let top = '';
    const first = ({ page }: ChatTestPage): Promise<string> =>
      page.evaluate(() => {
        const { top: edge } = document.querySelector('.feed')?.getBoundingClientRect() ?? { top: 0 };
        const row = [...document.querySelectorAll('[data-index]')].find((each) => each.getBoundingClientRect().bottom > edge);
        return `${row?.getAttribute('data-index') ?? ''} ${Math.round((row?.getBoundingClientRect().top ?? 0) - edge)}`;
      });
    await withConversation(host, {}, async (test) => {
      await test.page.getByText('Message 199', { exact: true }).waitFor();
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop = 0));
      await still(test);
      await test.page.locator('[data-index="1"] .fold-head').first().click();
      await still(test);
      await test.page.locator('.feed').evaluate((feed) => (feed.scrollTop = 60));
      await still(test);
      top = await first(test);
      await test.page.waitForFunction(() => document.querySelector('.fold-head[aria-expanded="true"]') !== null);
      await test.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      saved = test.savedState;
    });
    assert.equal((saved as { id: string }).id, 'LOCALIX-3');
    await withConversation(host, { savedState: saved }, async (test) => {
      await test.page.locator('article').first().waitFor();
      await still(test);
      assert.equal(await first(test), top);
      assert.equal(await test.page.locator('[data-index="1"] .fold-head').first().getAttribute('aria-expanded'), 'true');
    });
  });

  it('shows its session\'s transcript when asked, and copies what was said', async () => {
    await withConversation(new FakeHost([event('agent_message', 'It **works**.')]), {}, async (test) => {
      const { page } = test;
      await page.getByText('It works.').hover();
      await page.getByRole('button', { name: 'Copy Message' }).click();
      await page.getByRole('status').filter({ hasText: /^Message copied$/ }).waitFor();
      await page.getByRole('button', { name: 'Open Transcript' }).click();
      assert.deepEqual(asked(test, 'transcript.copy'), [{ text: 'It works.' }]);
      assert.equal(asked(test, 'chat.readSession').length, 1);
    });
  });
});
