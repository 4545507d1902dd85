import assert from 'node:assert/strict';
import { conversation, FakeHost } from './fakeHost';
import { asked, withTranscript } from './openTranscript';

describe('R7 The transcript page', () => {
  it('asks its host to export the session, and to copy a link to it', async () => {
    await withTranscript(new FakeHost(conversation(4)), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Export session…' }).click();
      await test.page.getByRole('button', { name: 'Copy link' }).click();
      await test.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      assert.deepEqual([asked(test, 'transcript.export'), asked(test, 'transcript.copyLink')], [[{}], [{}]]);
    });
  });
});
