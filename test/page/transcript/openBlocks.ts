import * as fs from 'node:fs';
import { newTranscriptPageState } from '../../../src/shared/transcriptPageState';
import type { TranscriptContract } from '../../../src/shared/transcriptContract';
import { withPage } from '../harness/testPage';
import type { ThemeName } from '../harness/themes';
import { type BlockSample, blockNow } from './blockSamples';
import { still, type TranscriptPage } from './openTranscript';

/** Higher than any sample is with all of it open, so that all of it is in the document. */
const height = 12_000;

/** Opens a sample with everything in it unfolded but its last block, which shows how it looks folded, and its pictures shown. */
export async function withBlocks(sample: BlockSample, look: { theme: ThemeName; width: number }, use: (page: TranscriptPage) => Promise<void>): Promise<void> {
  const icon = fs.readFileSync(`media/agents/dark/${sample.agent}.svg`, 'base64');
  const options = {
    surface: 'transcript',
    theme: look.theme,
    size: { width: look.width, height },
    now: blockNow,
    state: { state: newTranscriptPageState(sample.key), icon: `data:image/svg+xml;base64,${icon}` },
    answers: sample.answers,
  };
  await withPage<TranscriptContract>(options, async (test) => {
    await test.page.locator('article').first().waitFor();
    await unfold(test);
    await use(test);
  });
}

async function unfold(test: TranscriptPage): Promise<void> {
  const { page } = test;
  const last = await page.locator('article').last().evaluate((entry) => entry.ariaPosInSet);
  const folded = page.locator(`article:not([aria-posinset="${last}"]) .fold-head[aria-expanded="false"]`).first();
  for (await still(test); (await folded.count()) > 0; await still(test)) await folded.click();
  const pictures = page.getByRole('button', { name: /^Show (?:\d+ )?Pictures?$/ });
  for (let left = await pictures.count(); left > 0; left--) await pictures.nth(left - 1).click();
  await pictures.first().waitFor({ state: 'detached' });
  await still(test);
}
