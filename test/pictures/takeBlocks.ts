import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { agentIds } from '../../src/shared/agentId';
import { stopShared } from '../page/harness/shared';
import type { ThemeName } from '../page/harness/themes';
import { BlockSample } from '../page/transcript/blockSamples';
import { withBlocks } from '../page/transcript/openBlocks';
import { palettePng, type Picture } from './palettePng';

const folder = path.resolve('docs/blocks');

const looks: readonly { readonly name: string; readonly theme: ThemeName; readonly width: number }[] = [
  { name: 'dark', theme: 'dark', width: 800 },
  { name: 'light', theme: 'light', width: 800 },
  { name: 'high-contrast', theme: 'highContrast', width: 800 },
  { name: 'high-contrast-light', theme: 'highContrastLight', width: 800 },
  { name: 'narrow', theme: 'dark', width: 320 },
];

/** The page as high as what it shows: what is around the list stays, and the list takes the room that it needs. */
async function fit(page: Page): Promise<void> {
  const spare = await page.evaluate(() => {
    const feed = document.querySelector('.feed')?.getBoundingClientRect();
    const last = [...document.querySelectorAll('article')].at(-1)?.getBoundingClientRect();
    return feed === undefined || last === undefined ? 0 : Math.floor(feed.bottom - last.bottom) - 8;
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (spare < 0) throw new Error('The sample is higher than the page');
  await page.setViewportSize({ width, height: height - spare });
}

async function pixelsOf(page: Page): Promise<Picture> {
  const png = (await page.screenshot()).toString('base64');
  const { width, height, bytes } = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let text = '';
    for (let at = 0; at < pixels.length; at += 32_768) text += String.fromCharCode(...pixels.subarray(at, at + 32_768));
    return { width: image.width, height: image.height, bytes: btoa(text) };
  }, png);
  return { width, height, rgba: Buffer.from(bytes, 'base64') };
}

/** Agents and looks to take alone: `codex`, `codex-narrow`. */
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((each) => name === each || name.startsWith(`${each}-`));
fs.mkdirSync(folder, { recursive: true });
const homes = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-blocks-'));
try {
  for (const agent of agentIds) {
    const sample = new BlockSample(agent, path.join(homes, agent));
    for (const { name, ...look } of looks) {
      if (!isWanted(`${agent}-${name}`)) continue;
      await withBlocks(sample, look, async ({ page }) => {
        await fit(page);
        fs.writeFileSync(path.join(folder, `${agent}-${name}.png`), palettePng(await pixelsOf(page)));
      });
    }
    sample.dispose();
  }
} finally {
  await stopShared();
  fs.rmSync(homes, { recursive: true });
}
