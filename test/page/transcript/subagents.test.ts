import assert from 'node:assert/strict';
import { conversation, event, FakeHost } from './fakeHost';
import { asked, withTranscript, type TranscriptPage } from './openTranscript';

const size = { width: 700, height: 3000 };
const grep = { name: 'Grep', kind: 'search', status: 'completed', input: { pattern: 'setContext' }, output: 'src/views/tabs.ts:7' } as const;
const task = { name: 'Task', kind: 'think', status: 'in_progress', input: { prompt: 'Look for other uses' }, output: null, subagentId: 'a91f' } as const;

function withCall(): FakeHost {
  return new FakeHost([event('user_message', 'Where else is it used?'), event('tool_call', '', { tool: task })]);
}

async function openCall({ page }: TranscriptPage): Promise<void> {
  await page.getByRole('button', { name: /^Task/ }).click();
  await page.getByRole('button', { name: 'Sub-agent a91f' }).click();
}

describe('A1 The run of a sub-agent', () => {
  it('opens inside the call that started it, with its own calls, and goes on as it is written', async () => {
    const host = withCall();
    const run = new FakeHost([event('user_message', 'Look for other uses'), event('tool_call', '', { tool: grep })]);
    host.subagents.set('a91f', run);
    await withTranscript(host, { size }, async (test) => {
      const inside = test.page.locator('.tool-details .subagent');
      await openCall(test);
      await inside.getByText('Look for other uses').waitFor();
      await inside.getByRole('button', { name: /^Grep/ }).click();
      await inside.getByText('src/views/tabs.ts:7').waitFor();
      assert.deepEqual(asked(test, 'transcript.event').at(-1), { part: null, position: 1, whole: false, subagent: 'a91f' });
      run.change([...run.events, event('agent_message', 'One more, in the tabs.')]);
      await test.fire('transcript.changed', { key: 'claude-code:a91f' });
      await inside.getByText('One more, in the tabs.').waitFor();
      // What was opened stays open.
      assert.equal(await inside.getByText('src/views/tabs.ts:7').count(), 1);
      await inside.getByRole('button', { name: 'Open in a Tab' }).click();
      assert.deepEqual(asked(test, 'transcript.openSubagent'), [{ id: 'a91f' }]);
    });
  });

  it('shows the end of a long one first, and what was before when asked', async () => {
    const host = withCall();
    host.subagents.set('a91f', new FakeHost(conversation(120)));
    await withTranscript(host, { size: { ...size, height: 12_000 } }, async (test) => {
      const messages = test.page.locator('.subagent .message');
      await openCall(test);
      await test.page.getByText('Message 119', { exact: true }).waitFor();
      assert.equal(await messages.count(), 50);
      await test.page.getByRole('button', { name: 'Show Earlier (70)' }).click();
      await test.page.getByText('Message 20', { exact: true }).waitFor();
      assert.equal(await messages.count(), 100);
      await test.page.getByRole('button', { name: 'Show Earlier (20)' }).click();
      await test.page.getByText('Message 0', { exact: true }).waitFor();
      assert.equal(await test.page.getByRole('button', { name: /^Show Earlier/ }).count(), 0);
    });
  });

  it('says so when it is not recorded any more', async () => {
    await withTranscript(withCall(), { size }, async (test) => {
      await openCall(test);
      await test.page.getByRole('alert').filter({ hasText: 'no longer among the files' }).waitFor();
    });
  });
});
