import assert from 'node:assert/strict';
import { conversation, FakeHost } from './fakeHost';
import { withTranscript } from './openTranscript';

describe('The list of keys', () => {
  for (const [platform, find] of [['Linux x86_64', 'Ctrl+F'], ['Win32', 'Ctrl+F'], ['MacIntel', '⌘F']] as const) {
    it(`names those of the person's own system: ${platform}`, async () => {
      await withTranscript(new FakeHost(conversation(2)), {}, async ({ page }) => {
        await page.addInitScript((name) => Object.defineProperty(navigator, 'platform', { get: () => name }), platform);
        await page.reload();
        await page.getByRole('button', { name: 'Keyboard Shortcuts' }).click();
        assert.deepEqual(await page.locator('kbd').allTextContents(), ['J', 'K', 'Enter', find, 'Home', 'End']);
      });
    });
  }
});
