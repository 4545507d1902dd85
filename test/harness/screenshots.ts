import fs from 'node:fs';
import path from 'node:path';

let current = 'before-the-first-test';

/** Called before each test, so that its pictures bear its name. */
export function nameScreenshots(test: string): void {
  current = test;
}

/** Where the picture of the running test's failure goes. */
export function screenshotPath(): string {
  fs.mkdirSync('test-results', { recursive: true });
  return path.join('test-results', `${current.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
}
