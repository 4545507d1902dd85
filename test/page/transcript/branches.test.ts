import assert from 'node:assert/strict';
import { newTranscriptPageState } from '../../../src/shared/transcriptPageState';
import { type Point, withBranches } from '../../../src/transcript/branches';
import { themeNames } from '../harness/themes';
import { conversation, event, FakeHost } from './fakeHost';
import { onScreen, still, withTranscript, type TranscriptPage } from './openTranscript';

/** A conversation by texts, each going on from another; those that a resume does not go on from are in brackets. Odd ones are a person's. */
function parting(...lines: readonly (readonly [text: string, after: string | null])[]): FakeHost {
  const points = new Map<string, Point>();
  for (const [text, after] of lines) points.set(text, { after: after === null ? null : (points.get(after) ?? null) });
  const events = lines.map(([text], index) =>
    event(index % 2 === 0 ? 'user_message' : 'agent_message', text.replace(/[()]/g, ''), { id: `p${String(index)}`, on_active_branch: !text.startsWith('(') }),
  );
  const { events: told, branches } = withBranches(events, (_, index) => points.get((lines[index] as readonly [string, null])[0]));
  return new FakeHost(told, branches);
}

/** Asked, answered, and asked again in three ways; the first of them was asked again inside. */
const tried = (): FakeHost =>
  parting(
    ['One', null], ['Two', 'One'],
    ['(First try)', 'Two'], ['(First answer)', '(First try)'],
    ['(Deeper)', '(First answer)'], ['(Deeper still)', '(Deeper)'],
    ['(Deeper again)', '(First answer)'], ['(The other way)', '(Deeper again)'],
    ['(Second try)', 'Two'], ['(Second answer)', '(Second try)'],
    ['Third try', 'Two'], ['Third answer', 'Third try'],
  );

function said({ page }: TranscriptPage): Promise<string> {
  return page.locator('article .markdown').allInnerTexts().then((texts) => texts.map((text) => text.trim()).join(' | '));
}

async function places({ page }: TranscriptPage): Promise<string[]> {
  return page.getByRole('group', { name: 'Branches of the conversation' }).locator('.stepper-place').allInnerTexts();
}

/** What has the focus: its name. */
function focused({ page }: TranscriptPage): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel);
}

const tall = { size: { width: 900, height: 2000 } };

describe('A1 Branches of a conversation', () => {
  it('shows the current branch at first, and the others by steps, also inside one another', async () => {
    await withTranscript(tried(), tall, async (test) => {
      const { page } = test;
      await page.getByText('Third answer').waitFor();
      assert.equal(await said(test), 'One | Two | Third try | Third answer');
      assert.deepEqual(await places(test), ['Branch 3 of 3']);
      assert.equal(await page.getByText('does not go on').count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Next Branch' }).getAttribute('aria-disabled'), 'true');

      await page.getByRole('button', { name: 'Previous Branch' }).click();
      await page.getByText('Second answer').waitFor();
      assert.equal(await said(test), 'One | Two | Second try | Second answer');
      await page.getByText('A resume does not go on from this branch.', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Previous Branch' }).click();
      await page.getByText('The other way').waitFor();
      await still(test);
      assert.equal(await said(test), 'One | Two | First try | First answer | Deeper again | The other way');
      assert.deepEqual(await places(test), ['Branch 1 of 3', 'Branch 2 of 2']);
      assert.equal(await page.getByText('A resume does not go on from this branch.', { exact: true }).count(), 1);
      assert.equal(await page.getByRole('button', { name: 'Jump to Latest' }).count(), 0);
      await page.getByRole('button', { name: 'Previous Branch' }).last().click();
      await page.getByText('Deeper still').waitFor();
      assert.equal(await said(test), 'One | Two | First try | First answer | Deeper | Deeper still');

      await page.getByRole('button', { name: 'Show Current Branch' }).click();
      await page.getByText('Third answer').waitFor();
      assert.equal(await page.getByText('does not go on').count(), 0);
    });
  });

  it('steps by the keyboard, keeps the focus and the place on the screen, and says where it is in few words', async () => {
    const before = conversation(60);
    const lines = before.map(({ text }, index) => [text, before[index - 1]?.text ?? null] as const);
    const host = parting(...lines, ['(Left)', 'Message 59'], ['(Left answer)', '(Left)'], ...conversation(40).map(({ text }, index) => [`Later ${text}`, index === 0 ? 'Message 59' : `Later Message ${index - 1}`] as const));
    const state = { ...newTranscriptPageState('claude-code:0d6c6f3e'), at: 58 };
    await withTranscript(host, { state: { state }, size: { width: 900, height: 700 } }, async (test) => {
      const { page } = test;
      const stepper = page.getByRole('group', { name: 'Branches of the conversation' });
      await page.getByRole('button', { name: 'Previous Branch' }).focus();
      await still(test);
      const top = async (): Promise<number> => Math.round((await stepper.boundingBox())?.y ?? NaN);
      const start = await top();

      await page.keyboard.press('ArrowLeft');
      await page.getByText('Left answer').waitFor();
      await still(test);
      assert.deepEqual([await focused(test), await places(test)], ['Previous Branch', ['Branch 1 of 2']]);
      assert.equal(await page.locator('.hidden[role="status"]').innerText(), 'Branch 1 of 2. A resume does not go on from this branch.');
      // Nothing follows below the other branch: the page ends there.
      assert.ok((await onScreen(test)).has(62));

      await page.keyboard.press('Tab');
      assert.equal(await focused(test), 'Next Branch');
      await page.keyboard.press('Enter');
      await page.getByText('Later Message 0', { exact: true }).waitFor();
      await still(test);
      assert.deepEqual([await focused(test), await places(test)], ['Next Branch', ['Branch 2 of 2']]);
      assert.equal(await page.locator('.hidden[role="status"]').innerText(), 'Branch 2 of 2');
      const middle = await top();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Left answer').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Later Message 0', { exact: true }).waitFor();
      await still(test);
      assert.ok(Math.abs((await top()) - middle) <= 2, `${await top()} is not ${middle}`);
      assert.ok(start > 0);
    });
  });

  it('keeps what was chosen over a reload, and while the session grows', async () => {
    const host = tried();
    let savedState: unknown;
    await withTranscript(host, tall, async (test) => {
      await test.page.getByText('Third answer').waitFor();
      await test.page.getByRole('button', { name: 'Previous Branch' }).click();
      await test.page.getByText('Second answer').waitFor();
      host.change([...host.events, event('user_message', 'Go on', { branch: 'p10' })]);
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      await still(test);
      assert.equal(await said(test), 'One | Two | Second try | Second answer');
      while ((test.savedState as { branches?: string[] } | undefined)?.branches?.length !== 1) await test.page.evaluate(() => new Promise(requestAnimationFrame));
      ({ savedState } = test);
    });
    await withTranscript(host, { ...tall, savedState }, async (test) => {
      await test.page.getByText('Second answer').waitFor();
      assert.deepEqual([await said(test), await places(test)], ['One | Two | Second try | Second answer', ['Branch 2 of 3']]);
    });
  });

  it('ends where the last turn was taken back, and shows that turn by a step', async () => {
    const host = new FakeHost([event('user_message', 'One'), event('agent_message', 'Two'), event('user_message', 'Undone', { on_active_branch: false }), event('agent_message', 'Undone answer', { on_active_branch: false })]);
    await withTranscript(host, tall, async (test) => {
      await test.page.getByText('Nothing was said on this branch yet.').waitFor();
      assert.deepEqual([await said(test), await places(test)], ['One | Two', ['Branch 2 of 2']]);
      await test.page.getByRole('button', { name: 'Previous Branch' }).press('Enter');
      await test.page.getByText('Undone answer').waitFor();
      await still(test);
      assert.deepEqual([await said(test), await places(test), await focused(test)], ['One | Two | Undone | Undone answer', ['Branch 1 of 2'], 'Previous Branch']);
      await test.page.getByRole('button', { name: 'Next Branch' }).press('Enter');
      await test.page.getByText('Nothing was said on this branch yet.').waitFor();
    });
  });

  it('says that all of a session was taken back, and shows it', async () => {
    const host = new FakeHost([event('user_message', 'Undone', { on_active_branch: false })]);
    await withTranscript(host, tall, async (test) => {
      await test.page.getByText('A resume does not go on from this branch.').waitFor();
      assert.deepEqual([await said(test), await test.page.getByRole('button', { name: /branch/ }).count()], ['Undone', 0]);
    });
  });

  it('R5 finds a text on the branch that is shown, says how often it is on others, and goes there', async () => {
    await withTranscript(tried(), tall, async (test) => {
      const { page } = test;
      await page.getByText('Third answer').waitFor();
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find in Conversation' }).fill('answer');
      const bar = page.getByRole('search');
      await bar.getByText('1 of 1').waitFor();
      for (const text of ['First answer', 'Second answer', 'Third answer']) {
        await bar.getByRole('button', { name: 'On Other Branches (2)' }).click();
        await page.waitForFunction((wanted) => [...(CSS.highlights.get('current-match') ?? [])].some((range) => (range as Range).startContainer.textContent === wanted), text);
        assert.equal(await bar.getByRole('status').innerText(), '1 of 1');
      }
      await page.getByRole('textbox', { name: 'Find in Conversation' }).fill('Deeper still');
      await bar.getByRole('button', { name: 'On Other Branches (1)' }).click();
      await page.getByText('Deeper still').waitFor();
      assert.deepEqual(await places(test), ['Branch 1 of 3', 'Branch 1 of 2']);
    });
  });

  it('is accessible in every theme, and fits 320 pixels', async () => {
    await withTranscript(tried(), {}, async (test) => {
      await test.page.getByText('Third answer').waitFor();
      for (const step of ['the current branch', 'another']) {
        if (step === 'another') await test.page.getByRole('button', { name: 'Previous Branch' }).click();
        await still(test);
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], `${step} ${theme}`);
        }
      }
      await test.page.getByRole('button', { name: 'Previous Branch' }).click();
      await test.page.getByText('The other way').waitFor();
      await test.page.setViewportSize({ width: 320, height: 900 });
      await still(test);
      assert.equal(await test.page.evaluate(() => document.documentElement.scrollWidth), 320);
    });
  });
});
