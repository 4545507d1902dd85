import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** The Chromium to drive: the one named by `CHROMIUM`, else the first on PATH. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

/** A headless Chromium. Its temporary profile goes with `close()`. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** How Chromium is started here. Throws where there is none. */
export function launchOptions(): { executablePath: string; args: string[] } {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium on PATH. Run: node test/harness/setup.mjs browser');
  return {
    executablePath,
    // Chromium refuses to run as root in its sandbox, and containers often have a tiny /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  };
}
