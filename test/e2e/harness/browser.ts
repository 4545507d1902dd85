import type { Browser } from 'playwright-core';
import { startBrowser } from '../../harness/browser';

let started: Promise<Browser> | undefined;

/** One browser for all end-to-end tests of a run. */
export function sharedBrowser(): Promise<Browser> {
  started ??= startBrowser();
  return started;
}

export async function stopBrowser(): Promise<void> {
  await (await started)?.close();
}
