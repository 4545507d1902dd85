import assert from 'node:assert/strict';
import type { TranscriptPart } from '../../../src/shared/transcriptPart';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';
import { conversation, event, FakeHost } from './fakeHost';
import { onScreen, still, withTranscript, type TranscriptPage } from './openTranscript';

const changed = { key: 'claude-code:0d6c6f3e' } as const;

/** A session of three parts of a hundred messages each. */
class LongHost {
  readonly parts = [0, 1, 2].map((index) => {
    const host = new FakeHost(conversation(100).map((each) => ({ ...each, id: `${index} ${each.id}`, text: `Part ${index}: ${each.text}` })));
    const part: TranscriptPart = { index, count: 3, bytes: 16_777_216, total: 52_428_800 };
    host.head = { part };
    return host;
  });
  readonly answers: FakeHost['answers'] = {
    'transcript.open': (params) => this.of(params).answers['transcript.open']?.(params) as never,
    'transcript.window': (params) => this.of(params).answers['transcript.window']?.(params) as never,
    'transcript.event': (params) => this.of(params).answers['transcript.event']?.(params) as never,
  };

  private of({ part }: { part: number | null }): FakeHost {
    return this.parts[part ?? 2] as FakeHost;
  }
}

function withLong(host: LongHost, options: { savedState?: unknown }, use: (test: TranscriptPage) => Promise<void>): Promise<void> {
  return withTranscript(new FakeHost([]), { answers: host.answers, ...options }, use);
}

async function shows(test: TranscriptPage, text: string): Promise<void> {
  await test.page.getByText(text, { exact: true }).waitFor();
  await still(test);
}

describe('X21 A transcript that is too long to be read whole', () => {
  it('opens at the end, and says what of it is shown', async () => {
    await withLong(new LongHost(), {}, async (test) => {
      await shows(test, 'Part 2: Message 99');
      await test.page.getByText('Part 3 of 3 of this session: 16.8 MB of 52.4 MB.').waitFor();
      assert.equal(await test.page.getByRole('button', { name: 'Later Part' }).count(), 0);
      assert.deepEqual(await test.audit(), []);
    });
  });

  it('goes to the end of the part before, to the start of the one after, and follows the last', async () => {
    const host = new LongHost();
    await withLong(host, {}, async (test) => {
      const { page } = test;
      await shows(test, 'Part 2: Message 99');
      await page.getByRole('button', { name: 'Earlier Part' }).click();
      await shows(test, 'Part 1: Message 99');
      await page.getByRole('button', { name: 'Earlier Part' }).click();
      await shows(test, 'Part 0: Message 99');
      assert.equal(await page.getByRole('button', { name: 'Earlier Part' }).count(), 0);
      await page.getByRole('button', { name: 'Later Part' }).click();
      await shows(test, 'Part 1: Message 0');
      assert.ok((await onScreen(test)).has(1));
      await page.getByRole('button', { name: 'Later Part' }).click();
      await shows(test, 'Part 2: Message 0');
      await page.keyboard.press('End');
      await shows(test, 'Part 2: Message 99');
      const [last] = host.parts.slice(-1);
      last?.change([...last.events, event('agent_message', 'The newest')]);
      await test.fire('transcript.changed', changed);
      await shows(test, 'The newest');
    });
  });

  it('goes on as the last part when that begins further down', async () => {
    const host = new LongHost();
    await withLong(host, {}, async (test) => {
      await shows(test, 'Part 2: Message 99');
      const [last] = host.parts.slice(-1);
      if (last !== undefined) last.head = { part: { index: 3, count: 4, bytes: 16_777_216, total: 67_108_864 } };
      last?.change([...last.events.slice(50), event('agent_message', 'The newest')]);
      await test.fire('transcript.changed', changed);
      await shows(test, 'The newest');
      await test.page.getByText('Part 4 of 4').waitFor();
    });
  });

  it('comes back to the part that was shown', async () => {
    const host = new LongHost();
    let saved: unknown;
    await withLong(host, {}, async (test) => {
      await shows(test, 'Part 2: Message 99');
      await test.page.getByRole('button', { name: 'Earlier Part' }).click();
      await shows(test, 'Part 1: Message 99');
      await test.page.waitForFunction(() => document.activeElement !== null);
      await test.page.waitForTimeout(300);
      saved = test.savedState;
    });
    assert.equal((saved as TranscriptPageState).part, 1);
    await withLong(host, { savedState: saved }, (test) => shows(test, 'Part 1: Message 99'));
  });
});
