import type { Browser } from 'playwright-core';
import { startBrowser } from '../../harness/browser';
import { Site } from './site';

let started: Promise<{ browser: Browser; site: Site }> | undefined;

/** One browser and one site for all page tests of a run. */
export function shared(): Promise<{ browser: Browser; site: Site }> {
  started ??= Promise.all([startBrowser(), Site.start()]).then(([browser, site]) => ({ browser, site }));
  return started;
}

export async function stopShared(): Promise<void> {
  if (started === undefined) return;
  const { browser, site } = await started;
  await Promise.all([browser.close(), site.stop()]);
}
