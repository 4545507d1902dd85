import assert from 'node:assert/strict';
import { fail } from '../../../src/core/result';
import { draftLimit, type ChatState } from '../../../src/shared/chatContract';
import { themeNames } from '../harness/themes';
import { agent, asked, plain, withChat } from './openChat';

const nested: ChatState = {
  ...plain,
  title: 'Try the other way round',
  path: [
    { id: 'LOCALIX-3', title: 'Plan the tab switch, its keyboard path and what a screen reader says of it' },
    { id: 'LOCALIX-5', title: 'Keyboard' },
    { id: 'LOCALIX-8', title: 'Try the other way round' },
  ],
  agent: { ...agent, state: 'working' },
  isArchived: true,
};

const broken: ChatState = {
  ...plain,
  agent: { ...agent, state: 'failed' },
  folderNotice: { heading: 'Project folder not found', text: '/home/dev/app', steps: ['Use “app-2”', 'Locate Folder…', 'Try Again'] },
  agentNotice: { heading: 'The agent was not opened', text: 'Claude Code was not found on this machine.', steps: ['Refresh', 'Open Settings'] },
};

const states: Readonly<Record<string, ChatState>> = {
  'without an agent': plain,
  'deep below others, archived': nested,
  'with a folder that is gone and an agent that is': broken,
};

describe('P2 P8 X13 X19 A chat\'s page', () => {
  for (const [name, chat] of Object.entries(states)) {
    it(`is accessible in every theme: ${name}`, async () => {
      await withChat(chat, { size: { width: 900, height: 700 } }, async (test) => {
        await test.page.getByRole('textbox', { name: 'Message' }).waitFor();
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], theme);
          await test.screenshot(`chat-${Object.keys(states).indexOf(name)}-${theme}`);
        }
      });
    });

    it(`needs no scrolling to the side at 320 pixels: ${name}`, async () => {
      await withChat(chat, { size: { width: 320, height: 700 } }, async (test) => {
        await test.page.getByRole('textbox', { name: 'Message' }).waitFor();
        await test.screenshot(`chat-${Object.keys(states).indexOf(name)}-narrow`);
        assert.equal(await test.page.evaluate(() => document.documentElement.scrollWidth), 320);
        const wide = await test.page.evaluate(() =>
          [...document.querySelectorAll('button, vscode-button, p, h2, textarea')]
            .filter((element) => element.closest('.trail, .hidden') === null)
            .filter((element) => element.getBoundingClientRect().right > innerWidth)
            .map((element) => element.outerHTML),
        );
        assert.deepEqual(wide, []);
      });
    });
  }

  it('shows the end of a long path, and every part of it is reached by keyboard', async () => {
    await withChat(nested, { size: { width: 320, height: 700 } }, async (test) => {
      const { page } = test;
      const here = page.getByRole('heading', { level: 1 });
      await here.waitFor();
      assert.equal(await here.evaluate((element) => element.getBoundingClientRect().right <= innerWidth), true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.deepEqual(asked(test, 'chat.switchProject'), [{}]);
      assert.deepEqual(asked(test, 'chat.go'), [{ id: 'LOCALIX-3' }, { id: 'LOCALIX-5' }]);
    });
  });

  it('shows the draft, hands on what is typed, and says when it is too long to be kept', async () => {
    await withChat(plain, {}, async (test) => {
      const area = test.page.getByRole('textbox', { name: 'Message' });
      await area.waitFor();
      assert.equal(await area.inputValue(), 'What about the arrow keys?');
      await area.press('End');
      await area.pressSequentially('!');
      assert.deepEqual(asked(test, 'chat.saveDraft'), [{ text: 'What about the arrow keys?!' }]);
      await area.fill('x'.repeat(draftLimit + 1));
      await test.page.getByText('Drafts over 32,000 characters').waitFor();
    });
  });

  it('keeps what is being typed when the chat changes meanwhile', async () => {
    await withChat(plain, {}, async (test) => {
      const area = test.page.getByRole('textbox', { name: 'Message' });
      await area.fill('Half a th');
      await test.fire('chat.changed', { ...plain, title: 'Renamed elsewhere', agent });
      await test.page.getByRole('heading', { name: 'Renamed elsewhere' }).waitFor();
      assert.equal(await area.inputValue(), 'Half a th');
      assert.equal(await area.evaluate((element) => element === document.activeElement), true);
    });
  });

  it('asks for an agent while none is linked, and shows the terminal of one whose session is not known yet', async () => {
    await withChat(plain, {}, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: 'Localix' }).click();
      assert.deepEqual(asked(test, 'chat.openAgent'), [{}]);
      await test.fire('chat.changed', { ...plain, agent });
      await page.getByRole('button', { name: 'Claude Code' }).click();
      await page.getByText('has recorded your first prompt').waitFor();
      await page.getByRole('button', { name: 'Open Terminal' }).click();
      assert.equal(asked(test, 'chat.openAgent').length, 3);
    });
  });

  it('tells what is wrong with the folder and with the agent, each with its steps', async () => {
    await withChat(broken, {}, async (test) => {
      const { page } = test;
      await page.getByRole('alert').filter({ hasText: 'Project folder not found' }).getByRole('button', { name: 'Locate Folder…' }).click();
      await page.getByRole('alert').filter({ hasText: 'was not found on this machine' }).getByRole('button', { name: 'Refresh' }).click();
      assert.deepEqual(asked(test, 'chat.step'), [{ of: 'folder', index: 1 }, { of: 'agent', index: 0 }]);
    });
  });

  it('says so when the chat was deleted, before or while it is shown', async () => {
    await withChat(plain, { answers: { 'chat.open': () => fail('chat_missing') } }, async ({ page }) => {
      await page.getByRole('alert').filter({ hasText: 'no longer there' }).waitFor();
    });
    await withChat(plain, {}, async (test) => {
      await test.page.getByRole('textbox').waitFor();
      await test.fire('chat.gone', null);
      await test.page.getByRole('alert').filter({ hasText: 'no longer there' }).waitFor();
    });
  });
});
