import assert from 'node:assert/strict';
import { conversation, FakeHost } from './fakeHost';
import { asked, withTranscript } from './openTranscript';

describe('R7 The transcript page', () => {
  it('asks its host to export the session, and to copy a link to it', async () => {
    await withTranscript(new FakeHost(conversation(4)), {}, async (test) => {
      await test.page.getByRole('button', { name: 'Export Session…' }).click();
      await test.page.getByRole('button', { name: 'Copy Link' }).click();
      await test.page.getByRole('status').filter({ hasText: 'Link to this session copied' }).waitFor();
      assert.deepEqual([asked(test, 'transcript.export'), asked(test, 'transcript.copyLink')], [[{}], [{}]]);
    });
  });
});
